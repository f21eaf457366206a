/** So long a slow connection may take to bring the palette; after that the keys are the page's again. */
const PATIENCE_MS = 5000

let typed = ''
let timer: ReturnType<typeof setTimeout> | undefined

function keep(event: KeyboardEvent) {
  const { target, key } = event
  if (key === 'Escape' || (target instanceof Element && target.closest('[role="dialog"]'))) {
    takeKeys()
    return
  }
  if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  typed += key
}

/** Keeps what is typed until a dialog has the focus: it is meant for the dialog, not for the shortcuts of the page. */
export function keepKeys() {
  takeKeys()
  document.addEventListener('keydown', keep, true)
  timer = setTimeout(takeKeys, PATIENCE_MS)
}

/** What was typed since; from now on the keys go where the focus is. */
export function takeKeys() {
  document.removeEventListener('keydown', keep, true)
  clearTimeout(timer)
  const text = typed
  typed = ''
  return text
}

/** The longest time in which a slow connection loads the palette; later keys go to the page. */
const LONGEST_WAIT_MS = 5000

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

/** Keeps the typed keys until a dialog has the focus: they are meant for the dialog, not for the shortcuts of the page. */
export function keepKeys() {
  takeKeys()
  document.addEventListener('keydown', keep, true)
  timer = setTimeout(takeKeys, LONGEST_WAIT_MS)
}

/** Returns the kept keys; later ones go where the focus is. */
export function takeKeys() {
  document.removeEventListener('keydown', keep, true)
  clearTimeout(timer)
  const text = typed
  typed = ''
  return text
}

type Printed = {
  url: string
  /** Names the hidden frame. */
  title: string
  /** The print dialog is open, or the document stands in a tab. */
  onShown?(): void
  /** The server's answer was a refusal: as much of it as could be read. */
  onRefused?(problem: unknown): void
}

/** The frame of the last document stays until the next one: the browser prints from it. */
let frame: HTMLIFrameElement | undefined

/** Opens the browser's print dialog for a PDF; a tab with it where the browser shows no PDF in a page. */
export function printPdf({ url, title, onShown, onRefused }: Printed) {
  if (!navigator.pdfViewerEnabled) {
    window.open(url, '_blank', 'noopener')
    onShown?.()
    return
  }
  frame?.remove()
  const next = document.createElement('iframe')
  next.title = title
  next.tabIndex = -1
  next.ariaHidden = 'true'
  // Browsers print nothing from a frame without a place.
  Object.assign(next.style, {
    position: 'fixed',
    insetBlockEnd: '0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
  })
  next.addEventListener('load', () => {
    const refusal = refusalOf(next)
    if (refusal !== undefined) return onRefused?.(refusal)
    show(next, url)
    onShown?.()
  })
  next.src = url
  document.body.append(next)
  frame = next
}

/** A refusal is a document of JSON. */
function refusalOf(loaded: HTMLIFrameElement): unknown {
  const shown = loaded.contentDocument
  if (!shown?.contentType.includes('json')) return undefined
  try {
    return JSON.parse(shown.body.textContent ?? '')
  } catch {
    return {}
  }
}

function show(loaded: HTMLIFrameElement, url: string) {
  try {
    loaded.contentWindow?.focus()
    loaded.contentWindow?.print()
  } catch {
    window.open(url, '_blank', 'noopener')
  }
}

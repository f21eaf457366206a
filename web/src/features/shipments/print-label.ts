import i18n from 'i18next'
import { shipmentPrintLabel } from '@/api/generated/endpoints/shipments/shipments'
import { notify } from '@/ui/dialogs/notify'

/** The label as a page of its own. */
export const labelUrl = (id: string) => `/api/shipments/${id}/label`

/** The frame of the last label stays until the next one: the browser prints from it. */
let frame: HTMLIFrameElement | undefined

/** Opens the browser's print dialog for a label; a tab with it where the browser shows no PDF in a page. */
export function printLabel(id: string, onPrinted?: () => void) {
  if (!navigator.pdfViewerEnabled) {
    window.open(labelUrl(id), '_blank', 'noopener')
    note(id, onPrinted)
    return
  }
  frame?.remove()
  const next = document.createElement('iframe')
  next.title = i18n.t('shipments:action.printLabel')
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
    if (show(next, id)) note(id, onPrinted)
  })
  next.src = labelUrl(id)
  document.body.append(next)
  frame = next
}

/** Records the print: reading the label changes nothing. */
function note(id: string, onPrinted?: () => void) {
  shipmentPrintLabel(id).then(onPrinted, notify.failure)
}

/** False when there is no label to print. */
function show(loaded: HTMLIFrameElement, id: string) {
  // A refusal is a document of JSON.
  const refused = loaded.contentDocument?.contentType.includes('json')
  if (refused) {
    notify.error(i18n.t('shipments:print.failed'))
    return false
  }
  try {
    loaded.contentWindow?.focus()
    loaded.contentWindow?.print()
  } catch {
    window.open(labelUrl(id), '_blank', 'noopener')
  }
  return true
}

import i18n from 'i18next'
import { shipmentPrintLabel } from '@/api/generated/endpoints/shipments/shipments'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** The label as a page of its own; `latin` writes in Latin letters what its fonts cannot. */
export const labelUrl = (id: string, latin = false) =>
  `/api/shipments/${id}/label${latin ? '?latin=true' : ''}`

type Printed = { latin?: boolean; onPrinted?: () => void }

/** The frame of the last label stays until the next one: the browser prints from it. */
let frame: HTMLIFrameElement | undefined

/** Opens the browser's print dialog for a label; a tab with it where the browser shows no PDF in a page. */
export function printLabel(id: string, { latin, onPrinted }: Printed = {}) {
  if (!navigator.pdfViewerEnabled) {
    window.open(labelUrl(id, latin), '_blank', 'noopener')
    note(id, onPrinted)
    return
  }
  const title = i18n.t('shipments:action.printLabel')
  printUrl(labelUrl(id, latin), title, (loaded) => {
    const refusal = refusalOf(loaded)
    if (refusal) void refuse(refusal, () => printLabel(id, { latin: true, onPrinted }))
    else note(id, onPrinted)
    return !refusal
  })
}

/** Opens the print dialog for a PDF, unless `judge` finds that it is none. */
export function printUrl(
  url: string,
  title: string,
  judge: (loaded: HTMLIFrameElement) => boolean = () => true,
) {
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
    if (judge(next)) show(next, url)
  })
  next.src = url
  document.body.append(next)
  frame = next
}

/** Records the print: reading the label changes nothing. */
function note(id: string, onPrinted?: () => void) {
  shipmentPrintLabel(id).then(onPrinted, notify.failure)
}

/** As much of a refusal as is shown here. */
type Refusal = { message_code?: string; params?: { letters?: string; latin?: string[] } }

/** A refusal is a document of JSON. */
function refusalOf(loaded: HTMLIFrameElement): Refusal | undefined {
  const shown = loaded.contentDocument
  if (!shown?.contentType.includes('json')) return undefined
  try {
    return JSON.parse(shown.body.textContent ?? '') as Refusal
  } catch {
    return {}
  }
}

/** Names the letters that would be missing, and offers the Latin form instead. */
async function refuse({ message_code, params }: Refusal, printInLatin: () => void) {
  if (message_code !== 'label_letters_missing') return notify.error(i18n.t('shipments:print.failed'))
  if (await confirmLatin(params ?? {})) printInLatin()
}

/** Whether letters that no font has may be printed in Latin letters. */
export const confirmLatin = ({ letters = '', latin = [] }: { letters?: string; latin?: string[] }) =>
  confirm({
    title: i18n.t('shipments:print.letters.title'),
    text: i18n.t('shipments:print.letters.text', {
      letters: [...letters].join(' '),
      latin: latin.join(', '),
      interpolation: { escapeValue: false },
    }),
    action: i18n.t('shipments:print.letters.action'),
  })

function show(loaded: HTMLIFrameElement, url: string) {
  try {
    loaded.contentWindow?.focus()
    loaded.contentWindow?.print()
  } catch {
    window.open(url, '_blank', 'noopener')
  }
}

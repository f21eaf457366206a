import i18n from 'i18next'
import { shipmentPrintLabel } from '@/api/generated/endpoints/shipments/shipments'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { printPdf } from '@/ui/print-pdf'
import { listed } from '@/ui/wording'

/** The label as a page of its own; `latin` writes in Latin letters what its fonts cannot. */
export const labelUrl = (id: string, latin = false) =>
  `/api/shipments/${id}/label${latin ? '?latin=true' : ''}`

type Printed = { latin?: boolean; onPrinted?: () => void }

/** Opens the browser's print dialog for a label; a tab with it where the browser shows no PDF in a page. */
export function printLabel(id: string, { latin, onPrinted }: Printed = {}) {
  printPdf({
    url: labelUrl(id, latin),
    title: i18n.t('shipments:action.printLabel'),
    onShown: () => note(id, onPrinted),
    onRefused: (problem) => void refuse(problem as Refusal, () => printLabel(id, { latin: true, onPrinted })),
  })
}

/** Records the print: reading the label changes nothing. */
function note(id: string, onPrinted?: () => void) {
  shipmentPrintLabel(id).then(onPrinted, notify.failure)
}

/** As much of a refusal as is shown here. */
type Refusal = { message_code?: string; params?: { letters?: string; latin?: string[] } }

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
      latin: listed(latin),
      interpolation: { escapeValue: false },
    }),
    action: i18n.t('shipments:print.letters.action'),
  })

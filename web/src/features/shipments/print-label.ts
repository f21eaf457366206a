import i18n from 'i18next'
import { type ApiError, codeText } from '@/api/errors'
import { shipmentLabel, shipmentPrintLabel } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentSummary } from '@/api/schema'
import { deliverZpl, notePrinterFailure } from '@/shared/labels/deliver'
import { type LabelTarget, PDF } from '@/shared/labels/station'
import { missingText } from '@/shared/shipments/missing-fields'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { printPdf } from '@/ui/print-pdf'
import { listed } from '@/ui/wording'

/** A file with the label: `latin` writes in Latin letters what its fonts cannot, customs papers follow the label. */
type Sheets = { latin?: boolean; papers?: boolean }
type Printed = Sheets & {
  /** Where the label goes; papers are larger than labels, so they are a PDF everywhere. */
  target?: LabelTarget
  /** Names a file that is saved. */
  name?: string
  onPrinted?: () => void
}

/** The label as a page of its own. */
function labelUrl(id: string, { latin, papers }: Sheets) {
  const asked = new URLSearchParams()
  if (latin) asked.set('latin', 'true')
  if (papers) asked.set('customs_papers', 'true')
  const query = asked.toString()
  return `/api/shipments/${id}/label${query && `?${query}`}`
}

/**
 * Opens the browser's print dialog for a label, a tab with it where the browser shows no PDF in a page, or sends it to a
 * thermal printer.
 */
export function printLabel(id: string, options: Printed = {}) {
  const { latin, papers, target = PDF, onPrinted } = options
  if (target.format !== 'pdf' && !papers) return void printZpl(id, { ...options, target })
  printPdf({
    url: labelUrl(id, { latin, papers }),
    title: i18n.t('shipments:action.printLabel'),
    onShown: () => note(id, onPrinted),
    onRefused: (problem) =>
      void refuse(problem as Refusal, () => printLabel(id, { latin: true, papers, onPrinted })),
  })
}

async function printZpl(id: string, options: Printed & { target: LabelTarget }) {
  const { latin, target, name, onPrinted } = options
  try {
    const zpl = (await shipmentLabel(id, { latin, format: target.format })) as Blob
    await deliverZpl(zpl, target, name ?? i18n.t('shipments:document.label'))
    note(id, onPrinted)
  } catch (error) {
    if (await notePrinterFailure(error)) return
    const problem = (error as ApiError).problem as Refusal | undefined
    await refuse(problem ?? {}, () => printLabel(id, { ...options, latin: true }))
  }
}

type Way = Pick<ShipmentSummary, 'from_country_id' | 'to_country_id'>

/** Whether papers may belong to the label; the server leaves them out for documents, which need none. */
export const mayHavePapers = ({ from_country_id, to_country_id }: Way) =>
  from_country_id !== null && to_country_id !== null && from_country_id !== to_country_id

/** Records the print: reading the label changes nothing. */
function note(id: string, onPrinted?: () => void) {
  shipmentPrintLabel(id).then(onPrinted, notify.failure)
}

/** As much of a refusal as is shown here. */
type Refusal = { message_code?: string; params?: { letters?: string; latin?: string[]; missing?: string[] } }

/** Names the fields or letters that are missing, and offers the Latin form instead; otherwise the server's reason. */
async function refuse({ message_code, params }: Refusal, printInLatin: () => void) {
  if (message_code === 'shipment_incomplete' && params?.missing)
    return notify.error(
      i18n.t('shipments:refused.missing', {
        fields: missingText(params.missing, i18n.getFixedT(null, 'shipments')),
        interpolation: { escapeValue: false },
      }),
    )
  if (message_code !== 'label_letters_missing')
    return notify.error(codeText(message_code, params, i18n.t('shipments:print.failed')))
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

import i18n from 'i18next'
import { type ApiError, codeOf } from '@/api/errors'
import { shipmentDocument } from '@/api/generated/endpoints/shipments/shipments'
import { missingText } from '@/shared/shipments/missing-fields'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { printPdf } from '@/ui/print-pdf'
import { confirmLatin } from './print-label'

/** The documents of a shipment besides its label. */
export const DOCUMENTS = ['customs_declaration', 'commercial_invoice', 'order_view'] as const
export type DocumentName = (typeof DOCUMENTS)[number]

export const documentUrl = (id: string, kind: DocumentName, latin = false) =>
  `/api/shipments/${id}/documents/${kind}${latin ? '?latin=true' : ''}`

type Options = {
  latin?: boolean
  /** Opens the form at a field that the document needs; undefined where the shipment cannot be changed. */
  complete?: (field: string) => void
}

/** Opens the browser's print dialog for a document, or says what the shipment lacks for it. */
export async function printDocument(id: string, kind: DocumentName, { latin, complete }: Options = {}) {
  let pdf: Blob
  try {
    pdf = (await shipmentDocument(id, kind, { latin })) as Blob
  } catch (error) {
    const params = (error as ApiError).problem?.params as Refused | undefined
    if (codeOf(error) === 'shipment_incomplete' && params?.missing)
      return lacks(kind, params.missing, complete)
    if (codeOf(error) === 'label_letters_missing' && params) {
      if (await confirmLatin(params)) await printDocument(id, kind, { latin: true, complete })
      return
    }
    return notify.failure(error)
  }
  const title = i18n.t(`shipments:document.${kind}`)
  if (!navigator.pdfViewerEnabled) {
    window.open(documentUrl(id, kind, latin), '_blank', 'noopener')
    return
  }
  printPdf({ url: URL.createObjectURL(pdf), title })
}

type Refused = { missing?: string[]; letters?: string; latin?: string[] }

async function lacks(kind: DocumentName, missing: string[], complete?: (field: string) => void) {
  const name = i18n.t(`shipments:document.${kind}`)
  const fields = missingText(missing, i18n.getFixedT(null, 'shipments'))
  const [first] = missing
  if (!complete || !first)
    return notify.error(
      i18n.t('shipments:print.lacks', { name, fields, interpolation: { escapeValue: false } }),
    )
  const goesOn = await confirm({
    title: i18n.t('shipments:print.lacksTitle', { name }),
    text: i18n.t('shipments:refused.missing', { fields, interpolation: { escapeValue: false } }),
    action: i18n.t('shipments:action.complete'),
  })
  if (goesOn) complete(first)
}

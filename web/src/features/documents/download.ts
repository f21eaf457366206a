import { depositReceipt, invoicePdf } from '@/api/generated/endpoints/finance/finance'
import { shipmentDocument } from '@/api/generated/endpoints/shipments/shipments'
import type { PortalDocument } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { saveFile } from '@/ui/table/export/save-file'

/** Where the record of a document is shown. */
export function recordOf({ kind, record_id: id }: PortalDocument): string {
  if (kind === 'receipt') return paths['deposits.show']({ id })
  if (kind === 'invoice' || kind === 'credit_note') return paths['invoices.show']({ id })
  return paths['shipments.show']({ id })
}

async function fileOf({ kind, record_id: id }: PortalDocument): Promise<Blob> {
  if (kind === 'receipt') return (await depositReceipt(id)) as Blob
  if (kind === 'invoice' || kind === 'credit_note') return (await invoicePdf(id)) as Blob
  return (await shipmentDocument(id, kind)) as Blob
}

/** A receipt has the name with which it was sent; the others are PDFs. */
const nameOf = ({ kind, name }: PortalDocument) =>
  kind === 'receipt' ? name : `${name}${kind === 'invoice' || kind === 'credit_note' ? '' : `-${kind}`}.pdf`

/** Hands the file of a document to the downloads, or says why there is none, such as what its shipment lacks. */
export async function download(document: PortalDocument) {
  try {
    saveFile(await fileOf(document), nameOf(document))
  } catch (error) {
    notify.failure(error)
  }
}

import i18n from 'i18next'
import { notify } from '@/ui/dialogs/notify'
import { printPdf } from '@/ui/print-pdf'

/** The PDF as a page of its own. */
export const pdfUrl = (id: string) => `/api/invoices/${id}/pdf`

/** Opens the browser's print dialog for an invoice. */
export const printInvoice = (id: string) =>
  printPdf({
    url: pdfUrl(id),
    title: i18n.t('invoices:action.print'),
    onRefused: () => notify.error(i18n.t('invoices:print.failed')),
  })

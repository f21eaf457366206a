import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { InvoicesPage } from '@/features/invoices/InvoicesPage'
import { invoiceList } from '@/features/invoices/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/invoices/')({
  validateSearch: invoiceList.validate,
  search: { middlewares: [stripSearchParams(invoiceList.defaults)] },
  loader: () => loadTexts('invoices', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="invoices" right="invoice.list">
      <InvoicesPage />
    </OnMenu>
  )
}

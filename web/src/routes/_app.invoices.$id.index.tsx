import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InvoicePage } from '@/features/invoices/InvoicePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/invoices/$id/')({
  loader: () => loadTexts('invoices', 'bank-details', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="invoice.show">
      <InvoicePage key={id} id={id} />
    </Permitted>
  )
}

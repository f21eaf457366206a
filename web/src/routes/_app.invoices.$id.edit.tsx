import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DraftForm } from '@/features/invoices/draft/DraftForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/invoices/$id/edit')({
  loader: () => loadTexts('invoice-new', 'invoices', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="invoice.update">
      <DraftForm key={id} id={id} />
    </Permitted>
  )
}

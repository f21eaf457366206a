import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PurchaseForm } from '@/features/purchases/PurchaseForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/purchases/$id/edit')({
  loader: () => loadTexts('purchases', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="purchase.update">
      <PurchaseForm key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PurchasePage } from '@/features/purchases/PurchasePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/purchases/$id/')({
  loader: () => loadTexts('purchases', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="purchase.show">
      <PurchasePage key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DeliveryForm } from '@/features/deliveries/DeliveryForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-deliveries/$id/edit')({
  loader: () => loadTexts('deliveries', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="delivery.update">
      <DeliveryForm key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DeliveryPage } from '@/features/deliveries/DeliveryPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-deliveries/$id/')({
  loader: () => loadTexts('deliveries', 'shipment-status', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="delivery.show">
      <DeliveryPage key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PickupPage } from '@/features/pickups/PickupPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-pickups/$id/')({
  loader: () => loadTexts('pickups', 'deliveries', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="pickup.show">
      <PickupPage key={id} id={id} />
    </Permitted>
  )
}

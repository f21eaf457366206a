import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PickupForm } from '@/features/pickups/PickupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-pickups/$id/edit')({
  loader: () => loadTexts('pickups', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="pickup.update">
      <PickupForm key={id} id={id} />
    </Permitted>
  )
}

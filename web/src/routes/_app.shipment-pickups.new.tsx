import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PickupForm } from '@/features/pickups/PickupForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

type OfShipment = { shipment_id?: string }

/** From a shipment, the pickup is asked for it. */
export const Route = createFileRoute('/_app/shipment-pickups/new')({
  validateSearch: (raw: { shipment_id?: unknown }): OfShipment => {
    const shipment_id = recordId(raw.shipment_id)
    return shipment_id ? { shipment_id } : {}
  },
  loader: () => loadTexts('pickups', 'codes'),
  component: Create,
})

function Create() {
  const { shipment_id } = Route.useSearch()
  return (
    <Permitted to="pickup.create" entry="pickups">
      <PickupForm key={shipment_id} shipment={shipment_id} />
    </Permitted>
  )
}

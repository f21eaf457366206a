import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ShipmentCreatePage } from '@/features/shipments/ShipmentCreatePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipments/new')({
  loader: () => loadTexts('shipment-form', 'client-balance', 'shipments'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="shipment.create">
      <ShipmentCreatePage />
    </Permitted>
  )
}

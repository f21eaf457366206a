import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/app/Permitted'
import { ShipmentCreatePage } from '@/features/shipments/ShipmentCreatePage'

export const Route = createFileRoute('/_app/shipments/new')({ component: Create })

function Create() {
  return (
    <Permitted to="shipment.create">
      <ShipmentCreatePage />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ShipmentEditPage } from '@/features/shipments/ShipmentEditPage'

export const Route = createFileRoute('/_app/shipments/$id/edit')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  return <ShipmentEditPage key={id} id={id} />
}

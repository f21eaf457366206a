import { createFileRoute } from '@tanstack/react-router'
import { ShipmentPage } from '@/features/shipments/ShipmentPage'

export const Route = createFileRoute('/_app/shipments/$id/')({ component: Show })

function Show() {
  const { id } = Route.useParams()
  return <ShipmentPage key={id} id={id} />
}

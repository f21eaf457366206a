import { createFileRoute } from '@tanstack/react-router'
import { ShipmentPage } from '@/features/shipments/ShipmentPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipments/$id/')({
  loader: () => loadTexts('shipments', 'shipment-status', 'regulatory', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return <ShipmentPage key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ShipmentEditPage } from '@/features/shipments/ShipmentEditPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipments/$id/edit')({
  loader: () => loadTexts('shipment-form', 'shipments', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ShipmentEditPage key={id} id={id} />
}

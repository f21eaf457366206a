import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ShipmentCreatePage } from '@/features/shipments/ShipmentCreatePage'
import { loadTexts } from '@/i18n'
import { type OfClient, ofClient } from '@/shared/choices/of-client'

/** From the page of a client, the shipment is for that client. */
export const Route = createFileRoute('/_app/shipments/new')({
  validateSearch: (raw: { client_id?: unknown }): OfClient => ofClient(raw),
  loader: () => loadTexts('shipment-form', 'client-balance', 'shipments', 'codes'),
  component: Create,
})

function Create() {
  const { client_id } = Route.useSearch()
  return (
    <Permitted to="shipment.create">
      <ShipmentCreatePage key={client_id} clientId={client_id} />
    </Permitted>
  )
}

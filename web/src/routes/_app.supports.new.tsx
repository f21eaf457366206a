import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewTicketPage } from '@/features/tickets/NewTicketPage'
import { loadTexts } from '@/i18n'
import { type OfClient, ofClient } from '@/shared/choices/of-client'
import { recordId } from '@/ui/table/list-spec'

type Search = OfClient & { shipment_id: string | undefined }

export const Route = createFileRoute('/_app/supports/new')({
  // From the page of a shipment it is about that shipment, from the page of a client it is to that client.
  validateSearch: (raw: { shipment_id?: unknown; client_id?: unknown }): Search => ({
    ...ofClient(raw),
    shipment_id: recordId(raw.shipment_id),
  }),
  loader: () => loadTexts('tickets', 'codes'),
  component: Create,
})

function Create() {
  const { shipment_id, client_id } = Route.useSearch()
  return (
    <Permitted to="support_ticket.create">
      <NewTicketPage shipmentId={shipment_id} clientId={client_id} />
    </Permitted>
  )
}

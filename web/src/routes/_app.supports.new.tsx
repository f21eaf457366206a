import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewTicketPage } from '@/features/tickets/NewTicketPage'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

export const Route = createFileRoute('/_app/supports/new')({
  validateSearch: ({ shipment_id }: { shipment_id?: string }) => ({ shipment_id: recordId(shipment_id) }),
  loader: () => loadTexts('tickets', 'codes'),
  component: Create,
})

function Create() {
  const { shipment_id } = Route.useSearch()
  return (
    <Permitted to="support_ticket.create">
      <NewTicketPage shipmentId={shipment_id} />
    </Permitted>
  )
}

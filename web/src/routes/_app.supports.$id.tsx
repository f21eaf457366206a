import { createFileRoute } from '@tanstack/react-router'
import { TicketPage } from '@/features/tickets/TicketPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/supports/$id')({
  loader: () => loadTexts('tickets', 'codes', 'shipment-status'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return <TicketPage key={id} id={id} />
}

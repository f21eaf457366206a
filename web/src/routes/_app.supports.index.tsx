import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ticketList } from '@/features/tickets/list'
import { TicketsPage } from '@/features/tickets/TicketsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/supports/')({
  validateSearch: ticketList.validate,
  search: { middlewares: [stripSearchParams(ticketList.defaults)] },
  loader: () => loadTexts('tickets', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="support_tickets" right="support_ticket.list">
      <TicketsPage />
    </OnMenu>
  )
}

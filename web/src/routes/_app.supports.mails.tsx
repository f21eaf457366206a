import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Refused } from '@/blocks/ErrorPage'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { ticketMailList } from '@/features/ticket-mails/list'
import { TicketMailsPage } from '@/features/ticket-mails/TicketMailsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/supports/mails')({
  validateSearch: ticketMailList.validate,
  search: { middlewares: [stripSearchParams(ticketMailList.defaults)] },
  loader: () => loadTexts('ticket-mails'),
  component: List,
})

function List() {
  const { can } = useProfile()
  if (!can['support_mail.list']) return <Refused right="support_mail.list" />
  return (
    <OnMenu entry="support_tickets" right="support_ticket.list">
      <TicketMailsPage />
    </OnMenu>
  )
}

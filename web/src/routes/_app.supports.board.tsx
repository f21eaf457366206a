import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { BoardPage } from '@/features/tickets/BoardPage'
import { ticketBoard } from '@/features/tickets/board'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/supports/board')({
  validateSearch: ticketBoard.validate,
  search: { middlewares: [stripSearchParams(ticketBoard.defaults)] },
  loader: () => loadTexts('tickets', 'codes'),
  component: Board,
})

function Board() {
  return (
    <OnMenu entry="support_tickets" right="support_ticket.list">
      <BoardPage />
    </OnMenu>
  )
}

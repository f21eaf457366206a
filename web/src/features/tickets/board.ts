import type { SupportTicketSummary } from '@/api/schema'
import { TicketStatus } from '@/api/schema'
import { listSpec, oneOf, yesOrNo } from '@/ui/table/list-spec'
import type { TicketMove } from './useTicketActions'

/** Parameters of the board in the address. */
export const ticketBoard = listSpec({
  name: 'support-board',
  sortable: [],
  filters: { whose: oneOf(['all']), archived: yesOrNo },
})

export const COLUMNS = [TicketStatus.Open, TicketStatus.Waiting, TicketStatus.Closed] as const

type Moved = Pick<SupportTicketSummary, 'support_ticket_status' | 'can'>

/**
 * The action that takes a ticket to a column; none if the server would refuse it. A ticket comes to Waiting by a
 * reply only.
 */
export function moveTo(target: TicketStatus, { support_ticket_status, can }: Moved): TicketMove | undefined {
  if (target === support_ticket_status) return
  if (target === TicketStatus.Open && can.reopen) return 'reopen'
  if (target === TicketStatus.Closed && can.close) return 'close'
  if (target === TicketStatus.Closed && can.unarchive) return 'unarchive'
  if (target === TicketStatus.Archived && can.archive) return 'archive'
}

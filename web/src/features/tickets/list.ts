import { ticketPriorityValues } from '@/api/schema'
import { listSpec, oneOf, recordId, recordState, wholeNumber, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** The user's own tickets, those that nobody has taken, and the states. */
export const TICKET_TABS = ['-1', '-2', 'all', '10', '0', '99'] as const

/** Parameters of the list of tickets in the address. Without a tab it has the user's own tickets. */
export const ticketList = listSpec({
  name: 'support-tickets',
  sortable: ['number', 'created_at', 'updated_at', 'priority'],
  filters: {
    status: oneOf(TICKET_TABS),
    shipment_id: recordId,
    client_id: recordId,
    assignee_id: recordId,
    unassigned: yesOrNo,
    priority: oneOf(ticketPriorityValues),
    support_subject_id: recordId,
    active: recordState,
    unread: yesOrNo,
    idle_days: wholeNumber,
  },
  defaults: { status: '-1' },
})

export type TicketListState = ListState<typeof ticketList.defaults>

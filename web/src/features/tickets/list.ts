import { listSpec, oneOf, recordId, yesOrNo } from '@/ui/table/list-spec'

export const TICKET_TABS = ['-1', 'all', '10', '0', '99'] as const

/** Parameters of the list of tickets in the address. Without a tab it has the user's own tickets. */
export const ticketList = listSpec({
  name: 'support-tickets',
  sortable: ['number', 'created_at', 'updated_at', 'priority'],
  filters: { status: oneOf(TICKET_TABS), shipment_id: recordId, unread: yesOrNo },
  defaults: { status: '-1' },
})

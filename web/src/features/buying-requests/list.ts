import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, or a status. */
export const BUYING_TABS = ['all', '10', '20', '30', '40', '50', '0'] as const

/** Parameters of the list of requests in the address. */
export const buyingRequestList = listSpec({
  name: 'buying-requests',
  sortable: ['created_at', 'number', 'title', 'quote_until'],
  filters: { status: oneOf(BUYING_TABS), client_id: recordId },
  defaults: { status: 'all' },
})

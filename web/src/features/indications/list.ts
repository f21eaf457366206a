import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, or a status. */
export const INDICATION_TABS = ['all', '20', '30', '50', '60'] as const

/** Parameters of the list of indications in the address. */
export const indicationList = listSpec({
  name: 'indications',
  sortable: ['created_at', 'referrer_name'],
  filters: { status: oneOf(INDICATION_TABS), client_id: recordId },
  defaults: { status: 'all' },
})

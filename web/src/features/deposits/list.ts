import { day, listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** Waiting, confirmed, refused and withdrawn, in the order of the tabs. */
export const DEPOSIT_TABS = ['10', '20', '90', '80', 'all'] as const

/** Parameters of the list of deposits in the address. Without a tab it has those that wait. */
export const depositList = listSpec({
  name: 'deposits',
  sortable: ['created_at', 'paid_on', 'amount', 'client_name', 'decided_at'],
  filters: { status: oneOf(DEPOSIT_TABS), client_id: recordId, from: day, to: day },
  defaults: { status: '10' },
})

import { listSpec, oneOf } from '@/ui/table/list-spec'

/** Held, disputed and settled, in the order of the tabs. */
export const REWEIGH_TABS = ['30', '20', '40', 'all'] as const

/** Parameters of the list of re-weighings in the address. Without a tab it has the disputes, which wait for staff. */
export const reweighList = listSpec({
  name: 'reweighs',
  sortable: ['created_at', 'deadline_on', 'difference', 'tracking_code', 'client_name'],
  filters: { status: oneOf(REWEIGH_TABS) },
  defaults: { status: '30' },
})

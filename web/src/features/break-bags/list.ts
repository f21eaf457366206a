import { listSpec, oneOf } from '@/ui/table/list-spec'

/** In the order of the tabs: unpacking, counted, closed, cancelled. */
export const BREAK_BAG_STATES = ['10', '20', '30', '0'] as const

/** Parameters of the list of break-bags in the address. */
export const breakBagList = listSpec({
  name: 'break-bags',
  sortable: ['created_at', 'number'],
  filters: { status: oneOf(['all', ...BREAK_BAG_STATES] as const) },
  defaults: { status: 'all' },
})

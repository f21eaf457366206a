import { listSpec, oneOf } from '@/ui/table/list-spec'

/** States in the order of the tabs. */
export const CASH_HANDOVER_TABS = ['all', '30', '20', '40'] as const

/** Parameters of the list of counted cash in the address. */
export const cashHandoverList = listSpec({
  name: 'cash-handovers',
  sortable: ['created_at', 'number', 'driver_name', 'difference'],
  filters: { status: oneOf(CASH_HANDOVER_TABS) },
  defaults: { status: 'all' },
})

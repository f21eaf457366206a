import { day, listSpec, oneOf } from '@/ui/table/list-spec'

/** In the order of the tabs. */
export const ROUTE_TABS = ['all', '10', '20', '25', '30', '40', '0'] as const

/** Parameters of the list of runs in the address. */
export const routeList = listSpec({
  name: 'routes',
  sortable: ['on_date', 'created_at', 'number', 'driver_name'],
  filters: { status: oneOf(ROUTE_TABS), from: day, to: day },
  defaults: { status: 'all' },
})

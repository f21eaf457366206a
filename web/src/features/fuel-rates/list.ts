import { listSpec } from '@/ui/table/list-spec'

/** Parameters of the list of fuel rates in the address. */
export const fuelRateList = listSpec({
  name: 'fuel-rates',
  sortable: ['code', 'valid_from', 'pct', 'updated_at'],
  filters: {},
})

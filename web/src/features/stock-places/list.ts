import { stockPlaceKindValues } from '@/api/schema'
import { listSpec, oneOf, recordId, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of places in the address. */
export const stockPlaceList = listSpec({
  name: 'stock-places',
  sortable: ['code', 'warehouse_code', 'kind', 'updated_at'],
  filters: { kind: oneOf(stockPlaceKindValues), warehouse_id: recordId, active: recordState },
})

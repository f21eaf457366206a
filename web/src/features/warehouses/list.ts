import { warehouseTypeValues } from '@/api/schema'
import { listSpec, oneOf, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of warehouses in the address. */
export const warehouseList = listSpec({
  name: 'warehouses',
  sortable: ['code', 'name', 'warehouse_type', 'city', 'updated_at'],
  filters: { warehouse_type: oneOf(warehouseTypeValues), active: recordState },
})

import { priceScopeValues } from '@/api/schema'
import { day, listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** Parameters of the list of price assignments in the address. */
export const priceAssignmentList = listSpec({
  name: 'price-assignments',
  sortable: ['scope', 'scope_name', 'valid_from', 'valid_to', 'updated_at'],
  filters: {
    scope: oneOf(priceScopeValues),
    client_id: recordId,
    sell_table_id: recordId,
    on: day,
  },
})

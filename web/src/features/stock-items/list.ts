import { listSpec, recordId, recordState, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of goods in the address. */
export const stockItemList = listSpec({
  name: 'stock-items',
  sortable: ['sku', 'title', 'client_name', 'updated_at'],
  filters: { client_id: recordId, below_minimum: yesOrNo, active: recordState },
})

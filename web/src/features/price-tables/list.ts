import { priceTableKindValues } from '@/api/schema'
import { listSpec, oneOf, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of price tables in the address. */
export const priceTableList = listSpec({
  name: 'price-tables',
  sortable: ['code', 'title', 'kind', 'currency', 'published_from', 'updated_at'],
  filters: { active: recordState, kind: oneOf(priceTableKindValues) },
})

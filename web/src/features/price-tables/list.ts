import { priceTableKindValues } from '@/api/schema'
import { listSpec, oneOf, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of price tables in the address. */
export const priceTableList = listSpec({
  name: 'price-tables',
  sortable: ['code', 'title', 'kind', 'currency', 'published_from', 'updated_at'],
  filters: { active: yesOrNo, kind: oneOf(priceTableKindValues) },
})

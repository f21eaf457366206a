import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of currencies in the address. */
export const currencyList = listSpec({
  name: 'currencies',
  sortable: ['id', 'name', 'position', 'updated_at'],
  filters: { charged: yesOrNo, active: yesOrNo },
})

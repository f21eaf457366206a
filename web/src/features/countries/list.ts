import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of countries in the address. */
export const countryList = listSpec({
  name: 'countries',
  sortable: ['name', 'id', 'ships_to', 'ships_from', 'updated_at'],
  filters: { edited: yesOrNo, ships_to: yesOrNo, ships_from: yesOrNo },
})

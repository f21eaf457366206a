import { listSpec, wholeNumber, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of airports in the address. */
export const airportList = listSpec({
  name: 'airports',
  sortable: ['id', 'name', 'city', 'updated_at'],
  filters: { edited: yesOrNo, country_id: wholeNumber, favourite: yesOrNo, hidden: yesOrNo },
})

import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of partners in the address. */
export const partnerList = listSpec({
  name: 'partners',
  sortable: ['code', 'name', 'city', 'user_count', 'updated_at'],
  filters: { active: recordState },
})

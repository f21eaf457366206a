import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of subsidiaries in the address. */
export const subsidiaryList = listSpec({
  name: 'subsidiaries',
  sortable: ['title', 'city', 'user_count', 'updated_at'],
  filters: { active: recordState },
})

import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of groups in the address. */
export const clientGroupList = listSpec({
  name: 'client-groups',
  sortable: ['title', 'client_count', 'updated_at'],
  filters: { active: recordState },
})

import { listSpec, recordId, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of clients in the address. */
export const clientList = listSpec({
  name: 'clients',
  sortable: ['code', 'name', 'city', 'created_at', 'updated_at'],
  filters: { active: recordState, group_id: recordId },
})

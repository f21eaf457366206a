import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of service groups in the address. */
export const serviceGroupList = listSpec({
  name: 'service-groups',
  sortable: ['code', 'position', 'service_count', 'updated_at'],
  filters: { active: recordState },
})

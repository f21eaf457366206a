import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of types in the address. */
export const documentTypeList = listSpec({
  name: 'document-types',
  sortable: ['name', 'retention_months', 'updated_at'],
  filters: { active: recordState },
})

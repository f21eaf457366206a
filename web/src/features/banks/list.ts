import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of banks in the address. */
export const bankList = listSpec({
  name: 'banks',
  sortable: ['code', 'name', 'ispb', 'updated_at'],
  filters: { active: recordState },
})

import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** What the list of banks keeps in the address. */
export const bankList = listSpec({
  name: 'banks',
  sortable: ['code', 'name', 'ispb', 'updated_at'],
  filters: { active: yesOrNo },
})

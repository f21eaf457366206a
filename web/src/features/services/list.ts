import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** Parameters of the list of services in the address. */
export const serviceList = listSpec({
  name: 'services',
  sortable: ['code', 'mode', 'position', 'updated_at'],
  filters: { active: yesOrNo },
})

import { listSpec, yesOrNo } from '@/ui/table/list-spec'

/** What the list of subsidiaries keeps in the address. */
export const subsidiaryList = listSpec({
  name: 'subsidiaries',
  sortable: ['title', 'city', 'user_count', 'updated_at'],
  filters: { active: yesOrNo },
})

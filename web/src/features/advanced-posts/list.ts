import { listSpec, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of drop-off posts in the address. */
export const advancedPostList = listSpec({
  name: 'advanced-posts',
  sortable: ['code', 'name', 'city', 'position', 'updated_at'],
  filters: { active: recordState },
})

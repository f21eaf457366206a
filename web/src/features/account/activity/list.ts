import { day, listSpec, words } from '@/ui/table/list-spec'

/** Newest first, always: a log has no other order. */
export const activityList = listSpec({
  name: 'activity',
  sortable: [],
  filters: { resource: words, from: day, to: day },
})

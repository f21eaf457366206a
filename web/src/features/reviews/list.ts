import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, or a status. */
export const REVIEW_TABS = ['all', '10', '20', '30', '40'] as const

export const SCORES = [5, 4, 3, 2, 1] as const

/** Parameters of the list of reviews in the address. */
export const reviewList = listSpec({
  name: 'reviews',
  sortable: ['created_at', 'submitted_at', 'score', 'client_name'],
  filters: { status: oneOf(REVIEW_TABS), score: oneOf(SCORES), client_id: recordId },
  defaults: { status: 'all' },
})

import type { QueryClient } from '@tanstack/react-query'
import { getReviewShowQueryKey, invalidateReviewList } from '@/api/generated/endpoints/reviews/reviews'
import type { Review } from '@/api/schema'

/** Brings what shows a review up to date. */
export function refreshReviews(client: QueryClient, saved: Review) {
  client.setQueryData(getReviewShowQueryKey(saved.id), { data: saved })
  void invalidateReviewList(client)
}

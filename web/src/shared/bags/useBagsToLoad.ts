import { useBagList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BagListParams } from '@/api/schema'

/** Bags that can be loaded: sealed ones first, then open ones; the newest 100 of each. */
export function useBagsToLoad(query: BagListParams = {}) {
  const closed = useBagList({ ...query, stage: 'closed', per_page: 100 })
  const open = useBagList({ ...query, stage: 'open', per_page: 100 })
  const isSealed = new Set(closed.data?.data.map(({ id }) => id))
  // A bag that is sealed between the two answers is in both.
  const unsealed = open.data?.data.filter(({ id }) => !isSealed.has(id)) ?? []
  return { bags: [...(closed.data?.data ?? []), ...unsealed], error: closed.error ?? open.error }
}

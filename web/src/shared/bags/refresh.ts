import type { QueryClient } from '@tanstack/react-query'
import {
  getBagExpectedQueryKey,
  getBagParcelListQueryKey,
  getBagShowQueryKey,
  getBagUnitListQueryKey,
  invalidateBagList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag } from '@/api/schema'

/** Brings what shows a bag up to date, and its parcels. */
export function refreshBags(client: QueryClient, saved: Bag) {
  client.setQueryData(getBagShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({ queryKey: getBagParcelListQueryKey(saved.id) })
  void client.invalidateQueries({ queryKey: getBagExpectedQueryKey(saved.id) })
  void client.invalidateQueries({ queryKey: getBagUnitListQueryKey(saved.id) })
  void invalidateBagList(client)
}

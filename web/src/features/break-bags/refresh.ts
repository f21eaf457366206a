import type { QueryClient } from '@tanstack/react-query'
import {
  getBreakBagLineListQueryKey,
  getBreakBagShowQueryKey,
  invalidateBagList,
  invalidateBreakBagList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { BreakBag } from '@/api/schema'

/** Brings what shows a break-bag up to date, and its parcels. */
export function refreshBreakBags(client: QueryClient, saved: BreakBag) {
  client.setQueryData(getBreakBagShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({ queryKey: getBreakBagLineListQueryKey(saved.id) })
  void invalidateBreakBagList(client)
  void invalidateBagList(client)
}

/** The same after one of its lines has changed. */
export function refreshLines(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: getBreakBagShowQueryKey(id) })
  void client.invalidateQueries({ queryKey: getBreakBagLineListQueryKey(id) })
  void invalidateBreakBagList(client)
}

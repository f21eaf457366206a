import type { QueryClient } from '@tanstack/react-query'
import {
  getMasterBagListQueryKey,
  getMasterShowQueryKey,
  invalidateBagList,
  invalidateMasterList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Master } from '@/api/schema'

/** Brings what shows a master up to date, and its bags. */
export function refreshMasters(client: QueryClient, saved: Master) {
  client.setQueryData(getMasterShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({ queryKey: getMasterBagListQueryKey(saved.id) })
  void invalidateMasterList(client)
  void invalidateBagList(client)
}

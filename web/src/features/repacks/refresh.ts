import type { QueryClient } from '@tanstack/react-query'
import {
  getRepackShowQueryKey,
  invalidateInboundParcelList,
  invalidateRepackList,
} from '@/api/generated/endpoints/receiving/receiving'
import type { Repack } from '@/api/schema'

/** Brings what shows a request up to date, and its parcels. */
export function refreshRepacks(queryClient: QueryClient, saved: Repack) {
  queryClient.setQueryData(getRepackShowQueryKey(saved.id), { data: saved })
  void invalidateRepackList(queryClient)
  void invalidateInboundParcelList(queryClient)
}

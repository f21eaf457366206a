import type { QueryClient } from '@tanstack/react-query'
import {
  getPickupShowQueryKey,
  invalidatePickupCandidates,
  invalidatePickupList,
} from '@/api/generated/endpoints/pickups/pickups'
import type { PickupDetails } from '@/api/schema'

/** Brings what shows a pickup up to date. */
export function refreshPickups(queryClient: QueryClient, saved: PickupDetails) {
  queryClient.setQueryData(getPickupShowQueryKey(saved.id), { data: saved })
  void invalidatePickupList(queryClient)
  void invalidatePickupCandidates(queryClient)
}

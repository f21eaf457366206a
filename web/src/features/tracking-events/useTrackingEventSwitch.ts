import type { QueryClient } from '@tanstack/react-query'
import { invalidateLookupShipmentEvents } from '@/api/generated/endpoints/lookups/lookups'
import {
  getTrackingEventShowQueryKey,
  invalidateTrackingEventList,
  trackingEventActivate,
  trackingEventDeactivate,
  trackingEventDelete,
  trackingEventRestore,
} from '@/api/generated/endpoints/tracking/tracking'
import type { TrackingEventKind } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshTrackingEvents(queryClient: QueryClient, saved: TrackingEventKind) {
  queryClient.setQueryData(getTrackingEventShowQueryKey(saved.id), { data: saved })
  void invalidateTrackingEventList(queryClient)
  // Where events are recorded, they are chosen from these.
  void invalidateLookupShipmentEvents(queryClient)
}

export const useTrackingEventSwitch = () =>
  useSwitch<TrackingEventKind>({
    activate: trackingEventActivate,
    deactivate: trackingEventDeactivate,
    remove: trackingEventDelete,
    restore: trackingEventRestore,
    nameOf: ({ code }) => code,
    refresh: refreshTrackingEvents,
  })

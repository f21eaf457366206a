import type { QueryClient } from '@tanstack/react-query'
import {
  getInboundParcelShowQueryKey,
  invalidateInboundParcelList,
  invalidateReceivingList,
} from '@/api/generated/endpoints/receiving/receiving'
import type { InboundParcel } from '@/api/schema'

/** Brings what shows a parcel of a client up to date, and the lists of the station. */
export function refreshInboundParcels(queryClient: QueryClient, saved: InboundParcel) {
  queryClient.setQueryData(getInboundParcelShowQueryKey(saved.id), { data: saved })
  void invalidateInboundParcelList(queryClient)
  void invalidateReceivingList(queryClient)
}

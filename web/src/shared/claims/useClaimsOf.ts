import { useClaimList } from '@/api/generated/endpoints/finance/finance'
import { type Shipment, ShipmentStatus } from '@/api/schema'
import { useProfile } from '@/context/session'

/** As many as the page of a shipment shows. */
const SHOWN = 10

/** The claims of a shipment, the newest first, and the most that can be claimed. Nothing is asked before it is confirmed. */
export function useClaimsOf({ id, status }: Shipment) {
  const { can } = useProfile()
  const enabled =
    can['claim.list'] === true && (status >= ShipmentStatus.Confirmed || status === ShipmentStatus.Cancelled)
  const { data, isLoading } = useClaimList({ shipment_id: id, per_page: SHOWN }, { query: { enabled } })
  return {
    claims: data?.data,
    bound: data?.meta.bound ?? undefined,
    // The status is that of now on an open page; the answer knows pickups, too.
    isHandedIn: status >= ShipmentStatus.Received || data?.meta.handed_in === true,
    isLoading: enabled && isLoading,
  }
}

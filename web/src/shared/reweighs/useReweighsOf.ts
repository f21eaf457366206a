import { useReweighList } from '@/api/generated/endpoints/receiving/receiving'
import { type Shipment, ShipmentStatus } from '@/api/schema'
import { useProfile } from '@/context/session'

const SHOWN = 10

/** The weighings of a shipment, the newest first. Nothing is asked before it is in the warehouse. */
export function useReweighsOf({ id, status }: Shipment) {
  const { can } = useProfile()
  const enabled =
    can['reweigh.list'] === true && (status >= ShipmentStatus.Received || status === ShipmentStatus.Cancelled)
  const { data, isLoading } = useReweighList({ shipment_id: id, per_page: SHOWN }, { query: { enabled } })
  return { reweighs: data?.data ?? [], isLoading: enabled && isLoading }
}

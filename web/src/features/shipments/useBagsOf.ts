import { useBagList } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Shipment, ShipmentStatus } from '@/api/schema'
import { useProfile } from '@/context/session'

/** The bags in which parcels of a shipment are, where the user may see bags. Nothing is asked before it is packed. */
export function useBagsOf({ id, status }: Shipment) {
  const { menu } = useProfile()
  const enabled = menu.bags === true && status >= ShipmentStatus.Bagged
  const { data, isLoading } = useBagList({ shipment_id: id, per_page: 10 }, { query: { enabled } })
  return { bags: data?.data ?? [], isLoading: enabled && isLoading }
}

import { useShipmentTransports } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Shipment, ShipmentStatus } from '@/api/schema'

/** How a shipment travels: its bags, its flights and its manifests. Nothing is asked before it is in a warehouse. */
export function useTransportsOf({ id, status }: Shipment) {
  const enabled = status >= ShipmentStatus.Received
  const { data, isLoading } = useShipmentTransports(id, { query: { enabled } })
  return { travels: data?.data, isLoading: enabled && isLoading }
}

import { useShipmentDeliveryList } from '@/api/generated/endpoints/deliveries/deliveries'
import { type Shipment, ShipmentStatus } from '@/api/schema'

/** The deliveries of a shipment, the newest first. Nothing is asked before it is in a warehouse. */
export function useDeliveriesOf({ id, status }: Shipment) {
  const enabled = status >= ShipmentStatus.Received
  const { data, isLoading } = useShipmentDeliveryList(id, { query: { enabled } })
  return { deliveries: data?.data ?? [], isLoading: enabled && isLoading }
}

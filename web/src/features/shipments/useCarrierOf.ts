import { useCarrierLabelShow } from '@/api/generated/endpoints/shipments/shipments'
import type { Shipment } from '@/api/schema'
import { useProfile } from '@/context/session'

/** Who carries the last mile of a shipment, with the labels. Nothing is asked before it is confirmed. */
export function useCarrierOf({ id, confirmed_at }: Shipment) {
  const { can } = useProfile()
  const enabled = can['carrier_label.show'] === true && confirmed_at !== null
  const { data, isLoading } = useCarrierLabelShow(id, { query: { enabled } })
  return { carrier: data?.data, isLoading: enabled && isLoading }
}

import { useRegulatoryRequestList } from '@/api/generated/endpoints/regulatory/regulatory'
import { useProfile } from '@/context/session'

/** The request of a shipment as a list of one or none, where the current user may see it. */
export function useRequestOf(shipmentId: string) {
  const { menu } = useProfile()
  return useRegulatoryRequestList(
    { shipment_id: shipmentId },
    { query: { enabled: menu.regulatory_requests === true } },
  )
}

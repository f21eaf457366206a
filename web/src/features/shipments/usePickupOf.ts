import { usePickupList } from '@/api/generated/endpoints/pickups/pickups'
import { useProfile } from '@/context/session'

/** The pickups of a shipment, the latest first, where the company has pickups and the user may see them. */
export function usePickupOf(shipmentId: string) {
  const { menu } = useProfile()
  return usePickupList(
    { shipment_id: shipmentId, per_page: 10 },
    { query: { enabled: menu.pickups === true } },
  )
}

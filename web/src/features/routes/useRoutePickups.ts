import { useQueryClient } from '@tanstack/react-query'
import { routePickupsUpdate } from '@/api/generated/endpoints/deliveries/deliveries'
import { invalidatePickupList } from '@/api/generated/endpoints/pickups/pickups'
import type { DeliveryRouteDetails } from '@/api/schema'
import { useRouteChange } from './useRouteChange'

/** Changes of the pickups of a run, each with the version that the page shows. */
export function useRoutePickups(route: DeliveryRouteDetails) {
  const client = useQueryClient()
  const ids = route.pickups.map(({ pickup_id }) => pickup_id)
  const { busy, put, send } = useRouteChange(async (pickup_ids: string[]) => {
    const saved = await routePickupsUpdate(route.id, { pickup_ids, version: route.version })
    void invalidatePickupList(client)
    return saved
  })
  return {
    busy,
    remove: (id: string) => send(ids.filter((one) => one !== id)),
    /** Throws what is refused. */
    add: (pickups: string[]) => put([...ids, ...pickups]),
  }
}

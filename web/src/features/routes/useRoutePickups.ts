import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTexts } from '@/api/errors'
import { routePickupsUpdate } from '@/api/generated/endpoints/deliveries/deliveries'
import { invalidatePickupList } from '@/api/generated/endpoints/pickups/pickups'
import type { DeliveryRouteDetails } from '@/api/schema'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { notify } from '@/ui/dialogs/notify'

/** Changes of the pickups of a run. Each is sent at once, with the version that the page shows. */
export function useRoutePickups(route: DeliveryRouteDetails) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const ids = route.pickups.map(({ pickup_id }) => pickup_id)

  /** True when it was taken. */
  async function send(pickup_ids: string[]) {
    setBusy(true)
    try {
      const { data } = await routePickupsUpdate(route.id, { pickup_ids, version: route.version })
      refreshRoutes(client, data)
      void invalidatePickupList(client)
      return true
    } catch (error) {
      const [text] = Object.values(fieldTexts(error))
      if (text) notify.error(text)
      else notify.failure(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    remove: (id: string) => send(ids.filter((one) => one !== id)),
    add: (pickups: string[]) => send([...ids, ...pickups]),
  }
}

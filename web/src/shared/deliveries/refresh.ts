import type { QueryClient } from '@tanstack/react-query'
import {
  getDeliveryShowQueryKey,
  getRouteShowQueryKey,
  invalidateDeliveryList,
  invalidateRouteList,
} from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryDetails, DeliveryRouteDetails } from '@/api/schema'

/** Every delivery or run that is shown: a change of one changes the other. */
function refreshAll(client: QueryClient) {
  void invalidateDeliveryList(client)
  void invalidateRouteList(client)
}

const isOf = (key: readonly unknown[], first: string) => key[0] === first

/** Brings what shows a delivery up to date, and its run. */
export function refreshDeliveries(client: QueryClient, saved: DeliveryDetails) {
  client.setQueryData(getDeliveryShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isOf(queryKey, String(getRouteShowQueryKey('')[0])),
  })
  refreshAll(client)
}

/** Brings what shows a run up to date, and its deliveries. */
export function refreshRoutes(client: QueryClient, saved: DeliveryRouteDetails) {
  client.setQueryData(getRouteShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isOf(queryKey, String(getDeliveryShowQueryKey('')[0])),
  })
  refreshAll(client)
}

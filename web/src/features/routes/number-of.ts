import type { DeliveryRouteDetails } from '@/api/schema'
import { inOneOrder } from '@/shared/deliveries/visit-order'

/** The number of a stop in the order of the run, in which the driver comes to deliveries and pickups. */
export const numberOf = ({ stops, pickups }: DeliveryRouteDetails, id: string) =>
  inOneOrder(stops, pickups).findIndex((visit) => visit.id === id) + 1

import type { DeliveryRouteDetails, RouteInput } from '@/api/schema'
import { readPlace, writePlace } from '@/ui/fields/coordinates'

/** All fields there, unset ones null. */
export type RouteValues = {
  on_date: string | null
  driver_id: string | null
  subsidiary_id: string | null
  vehicle: string | null
  start: string | null
  note: string | null
  version?: number
}

export const emptyRoute = (today: string): RouteValues => ({
  on_date: today,
  driver_id: null,
  subsidiary_id: null,
  vehicle: null,
  start: null,
  note: null,
})

export const valuesOf = (route: DeliveryRouteDetails): RouteValues => ({
  on_date: route.on_date,
  driver_id: route.driver_id,
  subsidiary_id: route.subsidiary_id,
  vehicle: route.vehicle,
  start: writePlace(route.start_latitude, route.start_longitude),
  note: route.note,
  version: route.version,
})

export function inputOf({ start, version: _, ...values }: RouteValues): RouteInput {
  const { latitude, longitude } = readPlace(start)
  return { ...values, on_date: values.on_date ?? '', start_latitude: latitude, start_longitude: longitude }
}

import type { FieldRoute } from '@/api/schema'
import { paths } from '@/context/paths'
import { inOneOrder } from '@/shared/deliveries/visit-order'
import { isOpen } from './visit'

/** How many deliveries and pickups a run has, and how many of them are done. */
export function progressOf({ stops, pickups }: FieldRoute) {
  const total = stops.length + pickups.length
  return { total, done: total - stops.filter(isOpen).length - pickups.filter(isOpen).length }
}

/** The page of the next stop that is not done, or the list. */
export function nextPage({ stops, pickups }: FieldRoute, current: string) {
  const open = inOneOrder(stops.filter(isOpen), pickups.filter(isOpen))
  const next = open.find(({ id }) => id !== current)
  return next ? paths['field.stop']({ id: next.id }) : paths.field()
}

import { type FieldRoute, type FieldRoutes, RunStatus } from '@/api/schema'
import { isOpen, isPickup, type Visit } from './visit'

/** All of a stop but its place in the order, and what the driver's own records change. */
const traitsOf = (visit: Visit) =>
  isPickup(visit)
    ? JSON.stringify({ ...visit, position: 0, status: null, done_at: null })
    : JSON.stringify({ ...visit, position: 0, outcome: null, reason: null, done_at: null, attempts: 0 })

const visitsOf = ({ stops, pickups }: FieldRoute): Visit[] => [...stops, ...pickups]

/** How many open stops of the runs under way the office has changed, added or taken away. */
export function countChangedStops(before: FieldRoutes, after: FieldRoutes) {
  const isUnderWay = ({ status }: FieldRoute) => status === RunStatus.InProgress
  const earlier = new Map(before.routes.filter(isUnderWay).map((route) => [route.id, route]))
  return after.routes.filter(isUnderWay).reduce((count, route) => {
    const known = earlier.get(route.id)
    return known ? count + countChanges(visitsOf(known), visitsOf(route)) : count
  }, 0)
}

function countChanges(before: Visit[], after: Visit[]) {
  const earlier = new Map(before.map((stop) => [stop.id, stop]))
  const now = new Set(after.map(({ id }) => id))
  const gone = before.filter((stop) => isOpen(stop) && !now.has(stop.id))
  const changed = after.filter((stop) => {
    const known = earlier.get(stop.id)
    return isOpen(stop) && (!known || (isOpen(known) && traitsOf(known) !== traitsOf(stop)))
  })
  return gone.length + changed.length
}

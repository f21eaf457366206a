import { type FieldRoute, type FieldRoutes, type FieldStop, RunStatus } from '@/api/schema'

/** All of a stop but what the driver's own records change. */
const traitsOf = (stop: FieldStop) =>
  JSON.stringify({ ...stop, outcome: null, reason: null, done_at: null, attempts: 0 })

const isOpen = ({ outcome }: FieldStop) => outcome === null

/** How many open stops of the runs under way the office has changed, added or taken away. */
export function countChangedStops(before: FieldRoutes, after: FieldRoutes) {
  const isUnderWay = ({ status }: FieldRoute) => status === RunStatus.InProgress
  const earlier = new Map(before.routes.filter(isUnderWay).map((route) => [route.id, route]))
  return after.routes.filter(isUnderWay).reduce((count, route) => {
    const known = earlier.get(route.id)
    return known ? count + countChanges(known.stops, route.stops) : count
  }, 0)
}

function countChanges(before: FieldStop[], after: FieldStop[]) {
  const earlier = new Map(before.map((stop) => [stop.id, stop]))
  const now = new Set(after.map(({ id }) => id))
  const gone = before.filter((stop) => isOpen(stop) && !now.has(stop.id))
  const changed = after.filter((stop) => {
    const known = earlier.get(stop.id)
    return isOpen(stop) && (!known || (isOpen(known) && traitsOf(known) !== traitsOf(stop)))
  })
  return gone.length + changed.length
}

import { useEffect, useRef } from 'react'
import { routeStopsUpdate } from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryRouteDetails, RouteStop } from '@/api/schema'
import { useRouteChange } from './useRouteChange'

type Choice = { delivery_id: string; pinned: boolean }

const choiceOf = ({ delivery_id, pinned }: RouteStop): Choice => ({ delivery_id, pinned })

/** The same stops with one of them moved by a place. */
export function moved<T>(all: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...all]
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

/** Changes of the stops of a run. Each is sent at once, with the version that the page shows. */
export function useStops(route: DeliveryRouteDetails) {
  const { stops } = route
  const { busy, put, send } = useRouteChange((choices: Choice[]) =>
    routeStopsUpdate(route.id, { stops: choices, version: route.version }),
  )
  /** A moved stop is drawn elsewhere: its button gets the focus back, or the other one where it cannot go on. */
  const focus = useRef<{ id: string; by: 1 | -1; before: RouteStop[] }>(undefined)

  useEffect(() => {
    if (busy || !focus.current || focus.current.before === stops) return
    const { id, by } = focus.current
    const find = (way: number) =>
      document.querySelector<HTMLElement>(`[data-move="${id} ${way}"]:not(:disabled)`)
    const button = find(by) ?? find(-by)
    button?.focus()
    focus.current = undefined
  }, [stops, busy])

  const choices = stops.map(choiceOf)
  return {
    busy,
    async move(at: number, by: 1 | -1) {
      focus.current = { id: stops[at]?.id ?? '', by, before: stops }
      if (!(await send(moved(choices, at, by)))) focus.current = undefined
    },
    pin: (at: number) =>
      send(choices.map((one, place) => (place === at ? { ...one, pinned: !one.pinned } : one))),
    remove: (at: number) => send(choices.filter((_, place) => place !== at)),
    /** Throws what is refused. */
    add: (deliveries: string[]) =>
      put([...choices, ...deliveries.map((delivery_id) => ({ delivery_id, pinned: false }))]),
  }
}

import type { FieldCash, FieldRoutes } from '@/api/schema'
import { sumsOf } from '@/ui/sums'
import type { Queue, QueuedRecord } from './queue/database'
import { newerRecordsOf } from './queue/queue'

type Loaded = { queue: Queue; loadedAt: number }

/** The cash that the driver carries: what the server knows, and what this phone has recorded since. */
export function carriedCash({ cash, routes }: FieldRoutes, loaded: Loaded): FieldCash[] {
  const stops = routes.flatMap((route) => route.stops)
  const taken = stops.flatMap(({ id, cod_currency: currency }) =>
    currency === null
      ? []
      : newerRecordsOf(id, loaded).map((record) => ({ currency, amount: cashOf(record, loaded.queue) })),
  )
  return sumsOf([...cash, ...taken]).filter(({ amount }) => Number(amount) !== 0)
}

/** The cash that a record adds; an undone one takes it away again. */
function cashOf({ kind, payload }: QueuedRecord['record'], { records }: Queue): string {
  if (kind === 'deliver') return payload.cash ?? '0'
  const undone = records.find(({ id }) => kind === 'undo' && id === payload.undoes)
  const taken = undone?.record.payload.cash
  return taken ? `-${taken}` : '0'
}

import type { ShipmentSummary } from '@/api/schema'

export type Verb = 'cancel' | 'confirm'

export type Target = Pick<
  ShipmentSummary,
  'id' | 'tracking_code' | 'status' | 'missing' | 'unconfirmed' | 'version' | 'can'
>

/** The result of one shipment; `error` says why it failed. */
export type Outcome = { shipment: Target; state: 'done' | 'left' | 'failed'; error?: unknown }

/** Calls under way at a time: quick for one person, hardly felt by the others. */
const AT_ONCE = 3

type Work = {
  shipments: Target[]
  verb: Verb
  call(shipment: Target): Promise<unknown>
  tell(outcome: Outcome): void
  stopped?(): boolean
}

/** Does it for one after the other and tells each outcome. One whose `can` says no is left alone. */
export async function doEach({ shipments, verb, call, tell, stopped = () => false }: Work) {
  const waiting = [...shipments]

  async function outcomeOf(shipment: Target): Promise<Outcome> {
    if (!shipment.can[verb]) return { shipment, state: 'left' }
    try {
      await call(shipment)
      return { shipment, state: 'done' }
    } catch (error) {
      return { shipment, state: 'failed', error }
    }
  }

  async function work() {
    while (!stopped()) {
      const shipment = waiting.shift()
      if (!shipment) return
      tell(await outcomeOf(shipment))
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

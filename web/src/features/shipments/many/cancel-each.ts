import type { ShipmentSummary } from '@/api/schema'

export type Target = Pick<ShipmentSummary, 'id' | 'tracking_code' | 'status' | 'can'>

/** Result of one shipment; `error` is the reason of a failure. */
export type Outcome = { shipment: Target; state: 'cancelled' | 'left' | 'failed'; error?: unknown }

/** Calls under way at a time: quick for one person, hardly felt by the others. */
const AT_ONCE = 3

/** Cancels one after the other and tells each outcome. One that cannot be cancelled is left alone. */
export async function cancelEach(
  shipments: Target[],
  cancel: (id: string) => Promise<unknown>,
  tell: (outcome: Outcome) => void,
  stopped: () => boolean = () => false,
) {
  const waiting = [...shipments]

  async function work() {
    while (!stopped()) {
      const shipment = waiting.shift()
      if (!shipment) return
      tell(await outcomeOf(shipment, cancel))
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function outcomeOf(shipment: Target, cancel: (id: string) => Promise<unknown>): Promise<Outcome> {
  if (!shipment.can.cancel) return { shipment, state: 'left' }
  try {
    await cancel(shipment.id)
    return { shipment, state: 'cancelled' }
  } catch (error) {
    return { shipment, state: 'failed', error }
  }
}

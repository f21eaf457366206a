import { type HoldReason, ShipmentStatus } from '@/api/schema'
import { todayIn } from '@/ui/fields/birthday'

/** As much of an event as the headline reads. */
type Event = { code: string; occurred_at: string; time_zone: string }

type Tracked = {
  status: ShipmentStatus | null
  /** `YYYY-MM-DD`. */
  due_on: string | null
  /** The first day of a span that ends on `due_on`. */
  due_from_on: string | null
  last_event_at: string | null
  /** Why the company holds it. */
  hold_reason?: HoldReason | null
  /** Newest first. */
  events: readonly Event[]
}

export type HeadlineKey =
  | 'arrived'
  | 'awaited'
  | 'cancelled'
  | 'cleared'
  | 'collect'
  | 'customs_hold'
  | 'delivered'
  | 'delivery_failed'
  | 'departed'
  | 'handed_over'
  | 'held'
  | 'in_customs'
  | 'lost'
  | 'out'
  | 'out_today'
  | 'preparing'
  | 'ready'
  | 'received'
  | 'returned'
  | 'returning'
  | 'seized'

export type Headline = {
  key: HeadlineKey
  /** Why it is held. */
  reason?: HoldReason
  /** The moment the text names, by the clock of its place. */
  at?: { moment: string; timeZone: string }
  /** The day it is expected, while that lies ahead; the last one of a span. */
  expected?: string
  /** The first day of the span. */
  expectedFrom?: string | null
}

type Rule = {
  key: HeadlineKey
  /** The event that led here; its time is in the text. */
  since?: string
}

const RULES: Record<ShipmentStatus, Rule> = {
  [ShipmentStatus.Cancelled]: { key: 'cancelled' },
  [ShipmentStatus.Draft]: { key: 'preparing' },
  [ShipmentStatus.NeedsAttention]: { key: 'preparing' },
  [ShipmentStatus.AwaitingPayment]: { key: 'preparing' },
  [ShipmentStatus.Confirmed]: { key: 'awaited' },
  [ShipmentStatus.Labelled]: { key: 'awaited' },
  [ShipmentStatus.Received]: { key: 'received', since: 'RECEIVED' },
  [ShipmentStatus.ReweighHold]: { key: 'received', since: 'RECEIVED' },
  [ShipmentStatus.Bagged]: { key: 'ready' },
  [ShipmentStatus.Manifested]: { key: 'ready' },
  [ShipmentStatus.Departed]: { key: 'departed' },
  [ShipmentStatus.Arrived]: { key: 'arrived' },
  [ShipmentStatus.InCustoms]: { key: 'in_customs', since: 'IN_CUSTOMS' },
  [ShipmentStatus.CustomsHold]: { key: 'customs_hold', since: 'CUSTOMS_HOLD' },
  [ShipmentStatus.Cleared]: { key: 'cleared' },
  [ShipmentStatus.LastMile]: { key: 'handed_over' },
  [ShipmentStatus.DeliveryFailed]: { key: 'delivery_failed', since: 'DELIVERY_FAILED' },
  [ShipmentStatus.Delivered]: { key: 'delivered', since: 'DELIVERED' },
  [ShipmentStatus.Returning]: { key: 'returning' },
  [ShipmentStatus.Returned]: { key: 'returned', since: 'RETURNED' },
  [ShipmentStatus.Lost]: { key: 'lost' },
  [ShipmentStatus.Seized]: { key: 'seized' },
}

/**
 * The state of a shipment as one sentence: which text, which moment and which day it names. `companyZone` is the time zone of
 * the company, whose days are those of deliveries.
 */
export function headlineOf(shipment: Tracked, companyZone: string, now = new Date()): Headline | undefined {
  if (shipment.status === null) return undefined
  // What is held does not move, whatever its status says.
  if (shipment.hold_reason) return { key: 'held', reason: shipment.hold_reason }
  const rule = lastMile(shipment, now) ?? RULES[shipment.status]
  const expected = expectedDay(shipment, todayIn(companyZone, now))
  const at = momentOf(shipment, rule)
  return { key: rule.key, at, expected, ...(expected && { expectedFrom: shipment.due_from_on }) }
}

/** One status has several steps: at the local carrier, out with the courier, waiting to be collected. */
function lastMile({ status, events }: Tracked, now: Date): Rule | undefined {
  const newest = events[0]
  if (status !== ShipmentStatus.LastMile || !newest) return undefined
  if (newest.code === 'AWAITING_COLLECTION') return { key: 'collect' }
  if (newest.code !== 'OUT_FOR_DELIVERY') return undefined
  const isToday = todayIn(newest.time_zone, new Date(newest.occurred_at)) === todayIn(newest.time_zone, now)
  return isToday ? { key: 'out_today' } : { key: 'out', since: newest.code }
}

function momentOf({ events, last_event_at }: Tracked, { since }: Rule): Headline['at'] {
  if (!since) return undefined
  const event = events.find(({ code }) => code === since) ?? events[0]
  const moment = event?.occurred_at ?? last_event_at
  return moment ? { moment, timeZone: event?.time_zone ?? 'UTC' } : undefined
}

/** Nobody is promised a day that is over, or one that a shipment cannot keep: one that is stopped, or not here yet. */
function expectedDay({ status, due_on }: Tracked, today: string) {
  const isOnItsWay =
    status !== null &&
    status >= ShipmentStatus.Received &&
    status < ShipmentStatus.Delivered &&
    status !== ShipmentStatus.CustomsHold &&
    status !== ShipmentStatus.DeliveryFailed
  return isOnItsWay && due_on && due_on >= today ? due_on : undefined
}

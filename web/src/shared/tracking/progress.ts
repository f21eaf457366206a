import { type EventStage, type HoldReason, ShipmentStatus } from '@/api/schema'
import type { Course } from '@/ui/StepLine'

/** The stages of a way that goes well. */
export const STEPS = ['order', 'origin', 'export', 'transit', 'customs', 'last_mile', 'delivered'] as const
export type Step = (typeof STEPS)[number]

export type Progress = { step: number; course: Course }

/** The step each status stands at, by the lowest status of the step. */
const FROM: [ShipmentStatus, Step][] = [
  [ShipmentStatus.LastMile, 'last_mile'],
  [ShipmentStatus.InCustoms, 'customs'],
  [ShipmentStatus.Departed, 'transit'],
  [ShipmentStatus.Bagged, 'export'],
  [ShipmentStatus.Received, 'origin'],
  [ShipmentStatus.Draft, 'order'],
]

const WAITING = new Set<ShipmentStatus>([
  ShipmentStatus.CustomsHold,
  ShipmentStatus.DeliveryFailed,
  ShipmentStatus.Returning,
])
const ENDED = new Set<ShipmentStatus>([
  ShipmentStatus.Cancelled,
  ShipmentStatus.Returned,
  ShipmentStatus.Lost,
  ShipmentStatus.Seized,
])

type Tracked = {
  status: ShipmentStatus | null
  hold_reason?: HoldReason | null
  events: readonly { stage: EventStage }[]
}

/** How far a shipment came. Where its status no longer says so (lost, returned), its events do. */
export function progressOf({ status, hold_reason, events }: Tracked): Progress {
  if (status === null) return { step: 0, course: 'going' }
  if (status === ShipmentStatus.Delivered) return { step: STEPS.length - 1, course: 'delivered' }
  const leftTheWay = status > ShipmentStatus.Delivered || status === ShipmentStatus.Cancelled
  const step = leftTheWay ? furthest(events) : STEPS.indexOf(stepOf(status))
  return { step, course: hold_reason ? 'waiting' : courseOf(status) }
}

/** Nothing will happen to it any more. */
export const isFinished = ({ status }: Pick<Tracked, 'status'>) =>
  status !== null && (status === ShipmentStatus.Delivered || ENDED.has(status))

const stepOf = (status: ShipmentStatus) => FROM.find(([least]) => status >= least)?.[1] ?? 'order'

function courseOf(status: ShipmentStatus): Course {
  if (ENDED.has(status)) return 'ended'
  return WAITING.has(status) ? 'waiting' : 'going'
}

const furthest = (events: Tracked['events']) =>
  Math.max(0, ...events.map(({ stage }) => (STEPS as readonly string[]).indexOf(stage)))

import { type Shipment, ShipmentStatus } from '@/api/schema'

export type NextAction = 'complete' | 'confirm' | 'print' | 'record'

type Subject = Pick<Shipment, 'status' | 'missing' | 'label_printed_at' | 'can'>

const ENDED = new Set<ShipmentStatus>([
  ShipmentStatus.Delivered,
  ShipmentStatus.Returned,
  ShipmentStatus.Lost,
  ShipmentStatus.Seized,
])

/** The one thing to do next; none where nothing is left to do, or it is for others to do. */
export function nextAction({ status, missing, label_printed_at, can }: Subject): NextAction | undefined {
  if (missing.length > 0 && (can.update || can.complete || can.reprice)) return 'complete'
  if (can.confirm) return 'confirm'
  if (can.print_label && label_printed_at === null) return 'print'
  if (can.record_event && !ENDED.has(status)) return 'record'
  return can.print_label ? 'print' : undefined
}

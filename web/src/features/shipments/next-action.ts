import { type Shipment, ShipmentStatus } from '@/api/schema'

export type NextAction = 'complete' | 'confirm' | 'release' | 'print' | 'record'

type Subject = Pick<Shipment, 'status' | 'missing' | 'label_printed_at' | 'can'>

const ENDED = new Set<ShipmentStatus>([
  ShipmentStatus.Delivered,
  ShipmentStatus.Returned,
  ShipmentStatus.Lost,
  ShipmentStatus.Seized,
])

/** The label is printed before the goods leave; after that a new one is the exception. */
const isLabelDue = (status: ShipmentStatus) => status <= ShipmentStatus.Received

/** The one thing to do next; none where nothing is left to do, or it is for others to do. */
export function nextAction({ status, missing, label_printed_at, can }: Subject): NextAction | undefined {
  if (missing.length > 0 && (can.update || can.complete || can.reprice)) return 'complete'
  if (can.confirm) return 'confirm'
  // Until then it gets no label, and does not depart.
  if (can.release && isLabelDue(status)) return 'release'
  const prints = can.print_label && isLabelDue(status)
  if (prints && label_printed_at === null) return 'print'
  if (can.record_event && !ENDED.has(status)) return 'record'
  return prints ? 'print' : undefined
}

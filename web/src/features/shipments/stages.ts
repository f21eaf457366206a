import { ShipmentStatus } from '@/api/schema'
import type { Course } from '@/ui/StepLine'

/** The stages of a way that goes well, in order, by the lowest status of each. */
const FROM = [
  ['created', ShipmentStatus.Draft],
  ['confirmed', ShipmentStatus.Confirmed],
  ['received', ShipmentStatus.Received],
  ['departed', ShipmentStatus.Departed],
  ['customs', ShipmentStatus.InCustoms],
  ['outForDelivery', ShipmentStatus.LastMile],
  ['delivered', ShipmentStatus.Delivered],
] as const

export type Stage = (typeof FROM)[number][0]
export const WAY_STAGES = FROM.map(([stage]) => stage)

const WAITING = new Set<ShipmentStatus>([
  ShipmentStatus.NeedsAttention,
  ShipmentStatus.AwaitingPayment,
  ShipmentStatus.ReweighHold,
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

export function courseOf(status: ShipmentStatus): Course {
  if (status === ShipmentStatus.Delivered) return 'delivered'
  if (ENDED.has(status)) return 'ended'
  return WAITING.has(status) ? 'waiting' : 'going'
}

/** Index of the stage; none where the status does not say how far it came: cancelled, returned, lost. */
export function stageOf(status: ShipmentStatus) {
  if (status === ShipmentStatus.Cancelled || status > ShipmentStatus.Delivered) return undefined
  return FROM.findLastIndex(([, least]) => status >= least)
}

import type { FieldPickup, FieldStop } from '@/api/schema'

/** Where a driver comes: a delivery or a pickup. */
export type Visit = FieldStop | FieldPickup

export const isPickup = (visit: Visit): visit is FieldPickup => 'pickup_id' in visit

/** Whether the driver has still to come. */
export const isOpen = (visit: Visit) => (isPickup(visit) ? visit.done_at === null : visit.outcome === null)

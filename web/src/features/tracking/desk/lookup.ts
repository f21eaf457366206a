import type { HoldReason, ShipmentStatus, TrackedJourney } from '@/api/schema'

/** The shipment of a scanned code. */
export type FoundShipment = { name?: string; status?: ShipmentStatus; hold?: HoldReason }

/** Results of the look-up, by code; null for one that no shipment has, or none that this user may open. */
export const foundIn = (shipments: TrackedJourney[]): [string, FoundShipment | null][] =>
  shipments.map(({ tracking_code, shipment_id, to_name, to_city, status, hold_reason }) => [
    tracking_code,
    shipment_id
      ? {
          name: [to_name, to_city].filter(Boolean).join(', ') || undefined,
          status: status ?? undefined,
          hold: hold_reason ?? undefined,
        }
      : null,
  ])

import type { ShipmentStatus, TrackedShipment } from '@/api/schema'

/** The shipment of a scanned code. */
export type Found = {
  /** None of ours: no shipment has this code, or none that this user may open. */
  known: boolean
  recipient?: string
  status?: ShipmentStatus
}

/** By code; one that is missing has not been looked up yet. */
export type LookedUp = ReadonlyMap<string, Found>

/** Results of the look-up, by code. */
export const foundIn = (shipments: TrackedShipment[]): [string, Found][] =>
  shipments.map(({ tracking_code, shipment_id, to_name, to_city, status }) => [
    tracking_code,
    shipment_id
      ? {
          known: true,
          recipient: [to_name, to_city].filter(Boolean).join(', ') || undefined,
          status: status ?? undefined,
        }
      : { known: false },
  ])

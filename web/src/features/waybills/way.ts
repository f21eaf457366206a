import type { Waybill } from '@/api/schema'

/** From which airport to which. */
export const wayOf = ({ origin_airport, destination_airport }: Waybill) =>
  `${origin_airport} → ${destination_airport}`

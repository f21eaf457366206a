import type { Bag } from '@/api/schema'

/** From which airport to which. */
export const wayOf = ({ origin_airport, destination_airport }: Bag) =>
  `${origin_airport} → ${destination_airport}`

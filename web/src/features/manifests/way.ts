import type { Manifest } from '@/api/schema'

/** From which airport to which. */
export const wayOf = ({ origin_airport, destination_airport }: Manifest) =>
  `${origin_airport} → ${destination_airport}`

/** Who gets it. */
export const receiverOf = ({ partner_name, provider_name }: Manifest) =>
  [partner_name, provider_name].filter(Boolean).join(' · ')

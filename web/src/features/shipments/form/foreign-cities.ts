import type { Shipment } from '@/api/schema'

const CITY_NAMES = ['from_city', 'to_city'] as const

const isForeign = (text: string | null | undefined) =>
  /\p{L}/u.test(text ?? '') && !/\p{Script=Latin}/u.test(text ?? '')

/** The cities without a Latin letter, which messages to airlines and customs need. The server lets them be written in such. */
export const foreignCities = (shipment: Pick<Shipment, (typeof CITY_NAMES)[number]>) =>
  CITY_NAMES.filter((name) => isForeign(shipment[name]))

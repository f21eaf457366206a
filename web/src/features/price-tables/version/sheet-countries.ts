import type { PriceSheetCountry, PriceSheetReading, PriceSheetZone } from '@/api/schema'

const isSame = (one: PriceSheetCountry, other: PriceSheetCountry) =>
  one.zone === other.zone && one.country_id === other.country_id

/** Each country that is proposed for a zone, with its zone. */
export const countriesOf = (zones: PriceSheetZone[]): PriceSheetCountry[] =>
  zones.flatMap(({ zone, country_ids }) => country_ids.map((country_id) => ({ zone, country_id })))

/** Whether somebody has confirmed all of these countries for their zones. */
export const hasCountries = (decided: PriceSheetReading, countries: PriceSheetCountry[]) =>
  countries.every((one) => decided.countries.some((other) => isSame(one, other)))

/** The decisions with these countries in the place of all others of their zones; if they are not taken, with none for these zones. */
export function withCountries(
  decided: PriceSheetReading,
  countries: PriceSheetCountry[],
  isTaken: boolean,
): PriceSheetReading {
  const zones = new Set(countries.map(({ zone }) => zone))
  const others = decided.countries.filter(({ zone }) => !zones.has(zone))
  return { ...decided, countries: isTaken ? [...others, ...countries] : others }
}

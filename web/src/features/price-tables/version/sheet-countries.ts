import type { PriceSheetCountry, PriceSheetReading, PriceSheetZone } from '@/api/schema'

const isSame = (one: PriceSheetCountry, other: PriceSheetCountry) =>
  one.zone === other.zone && one.country_id === other.country_id

/** What is proposed for the zones, one by one. */
export const countriesOf = (zones: PriceSheetZone[]): PriceSheetCountry[] =>
  zones.flatMap(({ zone, country_ids }) => country_ids.map((country_id) => ({ zone, country_id })))

/** Whether somebody has confirmed all of them. */
export const hasCountries = (decided: PriceSheetReading, countries: PriceSheetCountry[]) =>
  countries.every((one) => decided.countries.some((other) => isSame(one, other)))

/** The decisions with these countries in the place of all others of their zones, or without any for them. */
export function withCountries(
  decided: PriceSheetReading,
  countries: PriceSheetCountry[],
  isTaken: boolean,
): PriceSheetReading {
  const zones = new Set(countries.map(({ zone }) => zone))
  const others = decided.countries.filter(({ zone }) => !zones.has(zone))
  return { ...decided, countries: isTaken ? [...others, ...countries] : others }
}

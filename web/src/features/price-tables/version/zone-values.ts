import type { PriceGrid, PricePlace, PriceZone } from '@/api/schema'
import type { GridParts } from './grid-change'

/** A part of a country, or a country with a limit of its own. */
export type PartValues = {
  /** Names the row on the screen. */
  key: string
  country_id: number | null
  state_id: number | null
  postcode_from: string | null
  postcode_to: string | null
  airport: string | null
  max_weight: string | null
}

export type ZoneValues = {
  key: string
  /** The code as it is stored; null for a new zone. */
  was: string | null
  code: string | null
  priority: number
  max_weight: string | null
  minimum: string | null
  /** Whole countries. */
  countries: number[]
  parts: PartValues[]
}

export type ZonesValues = { zones: ZoneValues[]; version?: number }

let made = 0
const newKey = () => `${++made}`

export const emptyPart = (): PartValues => ({
  key: newKey(),
  country_id: null,
  state_id: null,
  postcode_from: null,
  postcode_to: null,
  airport: null,
  max_weight: null,
})

export const emptyZone = (code: string): ZoneValues => ({
  key: newKey(),
  was: null,
  code,
  priority: 0,
  max_weight: null,
  minimum: null,
  countries: [],
  parts: [],
})

const isWhole = ({ state_id, postcode_from, postcode_to, airport, max_weight }: PricePlace) =>
  [state_id, postcode_from, postcode_to, airport, max_weight].every(
    (value) => value === null || value === undefined,
  )

const zoneValues = ({ code, priority, max_weight, minimum, places }: PriceZone): ZoneValues => ({
  key: newKey(),
  was: code,
  code,
  priority,
  max_weight,
  minimum,
  countries: places.filter(isWhole).map(({ country_id }) => country_id),
  parts: places.filter((place) => !isWhole(place)).map((place) => ({ ...emptyPart(), ...place })),
})

export const valuesOf = ({ zones, version }: PriceGrid): ZonesValues => ({
  zones: zones.map(zoneValues),
  version,
})

const WHOLE = { state_id: null, postcode_from: null, postcode_to: null, airport: null, max_weight: null }

/** The places of a zone in the order of its form: the countries, then the parts. */
const placesOf = ({ countries, parts }: ZoneValues): PricePlace[] => [
  ...countries.map((country_id) => ({ country_id, ...WHOLE })),
  // The form is not sent without a country.
  ...parts.map(({ key: _, country_id, ...part }) => ({ country_id: country_id ?? 0, ...part })),
]

/** Zones go with all their places, so an error names its zone by its place in the form. */
export function changeOf({ zones }: ZonesValues, stored: readonly string[]): GridParts {
  const kept = zones.map(({ was }) => was)
  const codeOf = ({ code }: ZoneValues) => code?.trim() ?? ''
  return {
    rename_zones: zones.flatMap((zone) =>
      zone.was !== null && zone.was !== codeOf(zone) ? [{ from: zone.was, to: codeOf(zone) }] : [],
    ),
    delete_zones: stored.filter((code) => !kept.includes(code)),
    zones: zones.map((zone) => ({
      code: codeOf(zone),
      priority: zone.priority,
      max_weight: zone.max_weight,
      minimum: zone.minimum,
      places: placesOf(zone),
    })),
    zone_order: zones.map(codeOf),
  }
}

/** The field of the form for a field that the server names: places are countries first, then parts. */
export function fieldOf({ zones }: ZonesValues, path: string): string {
  const [, at, place, field] = /^zones\.(\d+)\.places\.(\d+)\.(\w+)$/.exec(path) ?? []
  const zone = zones[Number(at)]
  if (!zone || place === undefined) {
    // A name is refused where it was typed.
    const [, index] = /^rename_zones\.(\d+)/.exec(path) ?? []
    if (index === undefined) return path
    const renamed = zones.flatMap(({ was, code }, row) => (was !== null && was !== code ? [row] : []))
    return `zones.${renamed[Number(index)] ?? 0}.code`
  }
  const part = Number(place) - zone.countries.length
  return part < 0 ? `zones.${at}.countries` : `zones.${at}.parts.${part}.${field}`
}

import { describe, expect, it } from 'vitest'
import type { PriceGrid } from '@/api/schema'
import { readCountries } from './country-codes'
import { changeOf, emptyPart, emptyZone, fieldOf, valuesOf } from './zone-values'

const COUNTRIES = [
  { id: 76, alpha2: 'BR', label: 'Brasil' },
  { id: 32, alpha2: 'AR', label: 'Argentina' },
  { id: 678, alpha2: 'ST', label: 'São Tomé e Príncipe' },
]

describe('a list of countries', () => {
  it('is read by codes and names, with any separators', () => {
    expect(readCountries('BR, ar\nSao Tome e Principe', COUNTRIES)).toEqual({
      ids: [76, 32, 678],
      unknown: [],
    })
    expect(readCountries('BR AR;BR', COUNTRIES)).toEqual({ ids: [76, 32], unknown: [] })
  })

  it('understands the common name of a country beside its full one', () => {
    const china = { id: 156, alpha2: 'CN', label: "People's Republic of China" }
    expect(readCountries('China; Alemanha', [china, { id: 276, alpha2: 'DE', label: 'Germany' }])).toEqual({
      ids: [156, 276],
      unknown: [],
    })
  })

  it('understands the full name of a country that the list names shortly', () => {
    const russia = { id: 643, alpha2: 'RU', label: 'Russia' }
    expect(readCountries('Russian Federation', [russia])).toEqual({ ids: [643], unknown: [] })
  })

  it('names what it does not know', () => {
    expect(readCountries('BR, XX, Atlantis', COUNTRIES)).toEqual({ ids: [76], unknown: ['XX', 'Atlantis'] })
  })
})

const WHOLE = { state_id: null, postcode_from: null, postcode_to: null, airport: null, max_weight: null }
const GRID: PriceGrid = {
  version: 2,
  zones: [
    {
      code: 'A',
      priority: 1,
      max_weight: '30',
      minimum: null,
      places: [
        { country_id: 76, ...WHOLE, postcode_from: '01000', postcode_to: '05999' },
        { country_id: 32, ...WHOLE },
      ],
    },
    { code: 'B', priority: 0, max_weight: null, minimum: null, places: [] },
  ],
  bands: [],
  cells: [],
  surcharges: [],
}

describe('zones', () => {
  it('have whole countries apart from parts of countries', () => {
    const [zone] = valuesOf(GRID).zones
    expect(zone?.countries).toEqual([32])
    expect(zone?.parts).toMatchObject([{ country_id: 76, postcode_from: '01000' }])
  })

  it('are sent with what is renamed, new and gone', () => {
    const { zones } = valuesOf(GRID)
    const changed = { zones: [{ ...zones[0], code: 'Near' } as (typeof zones)[0], emptyZone('C')] }
    expect(changeOf(changed, ['A', 'B'])).toMatchObject({
      rename_zones: [{ from: 'A', to: 'Near' }],
      delete_zones: ['B'],
      zone_order: ['Near', 'C'],
    })
    expect(changeOf(changed, ['A', 'B']).zones?.[0]?.places).toHaveLength(2)
  })

  it('show an error of the server at its field', () => {
    const zone = { ...emptyZone('A'), was: 'Z', countries: [76, 32], parts: [emptyPart(), emptyPart()] }
    const values = { zones: [zone] }
    expect(fieldOf(values, 'zones.0.places.3.postcode_to')).toBe('zones.0.parts.1.postcode_to')
    expect(fieldOf(values, 'zones.0.places.1.country_id')).toBe('zones.0.countries')
    expect(fieldOf(values, 'zones.0.max_weight')).toBe('zones.0.max_weight')
    expect(fieldOf(values, 'rename_zones.0.to')).toBe('zones.0.code')
  })
})

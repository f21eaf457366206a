import { expect, it } from 'vitest'
import type { PriceGrid, PriceTable } from '@/api/schema'
import { changeOf, emptyCondition, emptySurcharge, fieldOf, valuesOf } from './surcharge-values'

const TABLE = { weight_unit: 'kg', size_unit: 'cm' } as PriceTable
const NO_AREA = { state_id: null, postcode_from: null, postcode_to: null }

const GRID: PriceGrid = {
  version: 1,
  zones: [],
  bands: [],
  cells: [],
  surcharges: [
    {
      code: 'REMOTE',
      seq: 4,
      basis: 'per_kg',
      lines: [],
      amount: '0.5',
      min: '20',
      max: null,
      free_below: null,
      taxable: true,
      cost_amount: null,
      conditions: [
        {
          kind: 'destination_in',
          areas: [
            { country_id: 76, ...NO_AREA },
            { country_id: 840, ...NO_AREA, postcode_from: '995' },
          ],
          zones: [],
          contents: [],
          handling: null,
          limit: null,
          weight_unit: null,
          size_unit: null,
        },
      ],
    },
  ],
}

it('surcharges come back as they were read, numbered in their order', () => {
  const { surcharges, delete_surcharges } = changeOf(valuesOf(GRID), ['REMOTE', 'OLD'], TABLE)
  expect(surcharges).toEqual([{ ...GRID.surcharges[0], seq: 0 }])
  expect(delete_surcharges).toEqual(['OLD'])
})

it('a condition is sent with the field of its kind and the unit of the table', () => {
  const heavy = { ...emptyCondition('parcel_weight_over'), limit: '30', zones: ['A'] }
  const long = { ...emptyCondition('longest_side_over'), limit: '120' }
  const values = { surcharges: [{ ...emptySurcharge(), code: 'BIG', conditions: [heavy, long] }] }
  expect(changeOf(values, [], TABLE).surcharges?.[0]?.conditions).toMatchObject([
    { kind: 'parcel_weight_over', limit: '30', weight_unit: 'kg', size_unit: null, zones: [] },
    { kind: 'longest_side_over', limit: '120', weight_unit: null, size_unit: 'cm' },
  ])
})

it('an error of the server stands at its field', () => {
  const values = valuesOf(GRID)
  expect(fieldOf(values, 'surcharges.0.conditions.0.areas.1.country_id')).toBe(
    'surcharges.0.conditions.0.areas.0.country_id',
  )
  expect(fieldOf(values, 'surcharges.0.conditions.0.areas.0.country_id')).toBe(
    'surcharges.0.conditions.0.countries',
  )
  expect(fieldOf(values, 'surcharges.0.conditions.0.size_unit')).toBe('surcharges.0.conditions.0.limit')
})

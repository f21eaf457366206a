import { expect, it } from 'vitest'
import { priceInputOf } from './price-input'
import { emptyItem, emptyParcel, emptyShipment, type ShipmentValues } from './values'

const GERMANY = 81

const values = (changes: Partial<ShipmentValues>): ShipmentValues => ({
  ...emptyShipment('USD', 238),
  to_country_id: GERMANY,
  ...changes,
})

it('there is nothing to price before the way and each weight are known', () => {
  expect(priceInputOf(values({}))).toBeUndefined()
  const weighed = { ...emptyParcel(), weight_g: 1200 }
  expect(priceInputOf(values({ to_country_id: null, parcels: [weighed] }))).toBeUndefined()
  const second = { ...emptyParcel(), length_mm: 300 }
  expect(priceInputOf(values({ parcels: [weighed, second], declared_weight_g: 2000 }))).toBeUndefined()
})

it('a single parcel without a weight weighs what is declared', () => {
  expect(priceInputOf(values({ declared_weight_g: 900 }))?.parcels).toEqual([
    { pieces: 1, weight: '900', weight_unit: 'g' },
  ])
})

it('measures are priced in the unit in which they were entered', () => {
  const sides = { length_mm: 304.8, width_mm: 203.2, height_mm: 101.6, size_unit: 20 as const }
  const parcels = [{ ...emptyParcel(), ...sides, weight_g: 1361, weight_unit: 20 as const }]
  expect(priceInputOf(values({ parcels }))?.parcels).toEqual([
    { pieces: 1, weight: '3', weight_unit: 'lb', length: '12', width: '8', height: '4', size_unit: 'in' },
  ])
})

it('lines that nobody filled in, and the prices of a partner, are left out', () => {
  const mug = { ...emptyItem(), description: 'Mug', quantity: '2', unit_value: '5' }
  const priced = values({ declared_weight_g: 900, items: [mug, emptyItem()], insurance_value: '0' })
  expect(priceInputOf(priced)).toMatchObject({
    items: [{ description: 'Mug', quantity: '2', unit_value: '5' }],
    insurance_value: null,
  })
  expect(priceInputOf({ ...priced, partner_id: 'partner' })).toBeUndefined()
})

it('a price that is charged keeps its options and its currency', () => {
  const kept = { handling: [], pickup: true, quote_currency: 'BRL' }
  const priced = values({ declared_weight_g: 900 })
  expect(priceInputOf(priced, kept)?.options).toEqual(kept)
  expect(priceInputOf(priced)?.options).toBeNull()
})

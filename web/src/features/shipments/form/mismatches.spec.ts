import { expect, it } from 'vitest'
import { mismatchesOf } from './mismatches'
import { emptyItem, emptyParcel, emptyShipment, type ItemRow, type ShipmentValues } from './values'

const valuesOf = (
  declared_value: string | null,
  weight_g: number | null,
  items: Partial<ItemRow>[],
): ShipmentValues => ({
  ...emptyShipment('USD', 238),
  declared_value,
  parcels: [{ ...emptyParcel(), weight_g }],
  items: items.map((item) => ({ ...emptyItem(), description: 'Mug', ...item })),
})

it('a net weight above the gross weight is told', () => {
  const items = [{ net_weight_g: 700 }, { net_weight_g: 301 }]
  expect(mismatchesOf(valuesOf(null, 1000, items))).toEqual([
    { kind: 'net_above_gross', stated: '1000', counted: '1001' },
  ])
  expect(mismatchesOf(valuesOf(null, 1001, items))).toEqual([])
  expect(mismatchesOf(valuesOf(null, 431, Array(1000).fill({ net_weight_g: 0.431 })))).toEqual([])
})

it('a declared weight below that of the parcels is told', () => {
  const declared = (declared_weight_g: number | null) =>
    mismatchesOf({
      ...valuesOf(null, 600, []),
      parcels: [600, null, 500].map((weight_g) => ({ ...emptyParcel(), weight_g })),
      declared_weight_g,
    })
  expect(declared(1099)).toEqual([{ kind: 'gross_below_parcels', stated: '1099', counted: '1100' }])
  expect(declared(1100)).toEqual([])
  expect(declared(null)).toEqual([])
})

it('a declared value that is not that of the items is told', () => {
  const items = [
    { quantity: '3', unit_value: '14.4332' },
    { quantity: '2', unit_value: '5' },
  ]
  expect(mismatchesOf(valuesOf('53.3', null, items))).toEqual([])
  expect(mismatchesOf(valuesOf('50', null, items))).toEqual([
    { kind: 'value_of_items', stated: '50', counted: '53.30' },
  ])
})

it('figures that are not complete are not compared', () => {
  expect(mismatchesOf(valuesOf('99', null, [{ unit_value: '10' }, { unit_value: null }]))).toEqual([])
  expect(mismatchesOf(valuesOf('99', null, []))).toEqual([])
  expect(mismatchesOf(valuesOf(null, null, [{ net_weight_g: 5 }]))).toEqual([])
})

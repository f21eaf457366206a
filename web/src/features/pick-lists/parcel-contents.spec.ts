import { expect, it } from 'vitest'
import type { PickListLine } from '@/api/schema'
import {
  countPacked,
  countUnits,
  emptyParcel,
  findGap,
  findLine,
  type OpenParcel,
  toPacking,
  withUnits,
} from './parcel-contents'

const line = (part: Partial<PickListLine>) =>
  ({ line: 1, sku: 'SKU-1', ean: null, lots: [], picked: 3, returned: 0, ...part }) as PickListLine

it('finds goods by their number, GTIN or lot, while they are there', () => {
  const lines = [
    line({ lots: ['L1'] }),
    line({ line: 2, sku: 'SKU-2', ean: '7891000315507' }),
    line({ line: 3, sku: 'SKU-3', returned: 3 }),
  ]
  const found = (code: string) => findLine({ lines }, code)?.line
  expect(['sku-1', ' l1', '7891000315507', 'SKU-3', 'L9'].map(found)).toEqual([1, 1, 2, undefined, undefined])
})

it('counts units in each parcel and in all', () => {
  const [one, other] = [emptyParcel(), emptyParcel()]
  let parcels = withUnits([one, other], one.key, 1, 2)
  parcels = withUnits(parcels, other.key, 1, 1)
  expect([countPacked(parcels, 1), ...parcels.map(countUnits)]).toEqual([3, 2, 1])
  parcels = withUnits(parcels, other.key, 1, -1)
  expect(toPacking(parcels).map(({ contents }) => contents)).toEqual([[{ line: 1, quantity: 2 }], []])
})

it('says what is missing before parcels can be packed', () => {
  const list = { lines: [line({ title: 'Soap' })] }
  const [one, other] = [emptyParcel(), emptyParcel()]
  const packed = withUnits([one, other], one.key, 1, 2)
  expect(findGap(list, packed)).toEqual({ kind: 'left', goods: 'Soap', units: 1 })
  expect(findGap(list, withUnits(packed, one.key, 1, 2))).toEqual({ kind: 'over', goods: 'Soap', units: 1 })
  const all = withUnits(packed, one.key, 1, 1)
  expect(findGap(list, all)).toEqual({ kind: 'empty', parcel: 2 })
  const full: OpenParcel[] = withUnits(packed, other.key, 1, 1).map((parcel) => ({
    ...parcel,
    weight_g: 400,
  }))
  expect(findGap(list, full.with(1, { ...other, contents: { 1: 1 } }))).toEqual({ kind: 'weight', parcel: 2 })
  expect(findGap(list, full)).toBeUndefined()
})

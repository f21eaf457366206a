import { expect, it } from 'vitest'
import type { FieldParcel } from '@/api/schema'
import { sortByBoard } from './on-board'

const parcel = (number: number, loaded: boolean): FieldParcel => ({
  shipment_id: 's',
  number,
  parcel_count: 2,
  tracking_code: 'RM1',
  loaded,
})

it('under way, parcels that were not loaded are not among those to hand over', () => {
  const [first, second] = [parcel(1, true), parcel(2, false)]
  expect(sortByBoard([first, second], true)).toEqual({ toHand: [first], leftBehind: [second] })
})

it('before the start, and where nothing was scanned on board, all parcels count', () => {
  const parcels = [parcel(1, false), parcel(2, false)]
  expect(sortByBoard(parcels, false)).toEqual({ toHand: parcels, leftBehind: [] })
  expect(sortByBoard(parcels, true)).toEqual({ toHand: parcels, leftBehind: [] })
})

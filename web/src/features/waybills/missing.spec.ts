import { expect, it } from 'vitest'
import { type Waybill, WaybillStatus, waybillStatusValues } from '@/api/schema'
import { missingParts } from './missing'
import { nextReport } from './reports'

const EMPTY = {
  status: WaybillStatus.Draft,
  legs: [] as unknown[],
  shipper: null,
  consignee: null,
  counted: { bags: 0, bag_parcels: 0, loose_shipments: 0, loose_parcels: 0, weight_g: 0 },
  totals: { gross_g: 0 },
} as Waybill

it('names what a waybill needs before it is issued', () => {
  expect(missingParts(EMPTY)).toEqual(['flights', 'shipper', 'consignee', 'contents'])
  const unweighed = { ...EMPTY, counted: { ...EMPTY.counted, bags: 1 } }
  expect(missingParts(unweighed)).toEqual(['flights', 'shipper', 'consignee', 'weight'])
})

it('names nothing once a waybill is issued or void', () => {
  const later = waybillStatusValues.filter(
    (status) => status !== WaybillStatus.Draft && status !== WaybillStatus.Booked,
  )
  for (const status of later) expect(missingParts({ ...EMPTY, status }), String(status)).toEqual([])
})

it('proposes what the airline usually reports next', () => {
  expect(nextReport(WaybillStatus.Issued)).toBe('accepted')
  expect(nextReport(WaybillStatus.Departed)).toBe('arrived')
})

import { expect, it } from 'vitest'
import type { PriceFinding } from '@/api/schema'
import { marksOf, placeIn } from './finding-marks'

const PLACE = {
  zone: null,
  up_to: null,
  country_id: null,
  state_id: null,
  postcode_from: null,
  postcode_to: null,
  airport: null,
  surcharge: null,
  field: null,
}
const finding = (severity: PriceFinding['severity'], place: object): PriceFinding => ({
  severity,
  code: 'price_falls',
  place: { ...PLACE, ...place },
  other: null,
  value: null,
  limit: null,
})
const SHEET = {
  zones: [{ key: 'A', code: 'A' }],
  bands: [{ key: 'row-1', upTo: '0.5', cells: [null] }],
}

it('a finding marks its cell, the worst one first', () => {
  const findings = [
    finding('error', { zone: 'A', up_to: '0.50' }),
    finding('warning', { zone: 'A', up_to: '0.5' }),
    finding('warning', { up_to: '0.5' }),
    finding('note', { zone: 'A', up_to: '0.5' }),
    finding('error', { zone: 'B' }),
  ]
  const marks = marksOf(findings, SHEET, ({ severity }) => severity)
  expect([...(marks.get('row-1') ?? [])]).toEqual([
    ['A', { severity: 'error', text: 'error' }],
    ['ladder', { severity: 'warning', text: 'warning' }],
  ])
})

it('a place leads to its row and column', () => {
  expect(placeIn(SHEET, { zone: 'A', up_to: '0.50' })).toEqual({ row: 0, col: 0 })
  expect(placeIn(SHEET, { up_to: '0.5' })).toEqual({ row: 0, col: -1 })
  expect(placeIn(SHEET, { zone: 'A' })).toBeUndefined()
})

import { expect, it } from 'vitest'
import type { PriceGrid } from '@/api/schema'
import { difference } from '../grid/patch'
import { edited, NO_EDITS, withZones } from '../grid/sheet'
import { changesOf, sheetOf } from './grid-values'

const zone = (code: string) => ({ code, priority: 0, max_weight: null, minimum: null, places: [] })
const cell = (zone: string, up_to: string, amount: string) => ({
  zone,
  up_to,
  method: 'cell' as const,
  amount,
  step: null,
  step_amount: null,
})

const GRID: PriceGrid = {
  version: 3,
  zones: [zone('A'), zone('B')],
  bands: ['0.50', '1'],
  cells: [cell('A', '0.5', '10.00'), cell('B', '1', '20')],
  surcharges: [],
}

it('cells find their places by code and weight, however the number is written', () => {
  expect(sheetOf(GRID).bands).toEqual([
    { key: '0.5', upTo: '0.5', cells: [{ method: 'cell', amount: '10.00' }, null] },
    { key: '1', upTo: '1', cells: [null, { method: 'cell', amount: '20' }] },
  ])
})

it('only what has changed is sent', () => {
  const before = sheetOf(GRID)
  const cells = [
    { row: 0, col: 0, cell: null },
    { row: 0, col: 2, cell: { method: 'base_step' as const, amount: '5', step: '0.5', step_amount: '1' } },
  ]
  const now = edited(withZones(before, ['C']), { ...NO_EDITS, cells })
  const [change, ...others] = changesOf(difference(before, now))
  expect(others).toEqual([])
  expect(change?.zones).toEqual([{ ...zone('C'), places: null }])
  expect(change?.cells).toEqual([
    { zone: 'A', up_to: '0.5', method: null, amount: null, step: null, step_amount: null },
    { zone: 'C', up_to: '0.5', method: 'base_step', amount: '5', step: '0.5', step_amount: '1' },
  ])
})

it('more cells than one request may have are sent one after the other', () => {
  const cells = Array.from({ length: 25_000 }, (_, at) => ({ zone: 'A', upTo: String(at + 1), price: null }))
  const none = { zonesAdded: [], zonesRemoved: [], bandsAdded: [], bandsRemoved: [] }
  expect(changesOf({ ...none, cells }).map((change) => change.cells?.length)).toEqual([10_000, 10_000, 5000])
})

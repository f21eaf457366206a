import { expect, it } from 'vitest'
import type { InventoryLine } from '@/api/schema'
import { findByCode, isCode } from './find-line'

const line = (number: number, place: string, lot: string) =>
  ({ line: number, place, lot, sku: 'SKU-1', ean: '7891000315507' }) as InventoryLine

const inventory = {
  places: [
    { place_id: '1', place: 'A-1' },
    { place_id: '2', place: 'B-1' },
  ],
  lines: [line(1, 'A-1', 'L1'), line(2, 'B-1', 'L1'), line(3, 'B-1', 'L2')],
}

const found = (code: string, here?: string, among?: number[]) => {
  const result = findByCode(inventory, code, here, among)
  return result.kind === 'lines' ? result.lines.map(({ line }) => line) : result
}

it('knows places before goods', () => {
  expect(found(' a-1 ')).toEqual({ kind: 'place', place: 'A-1' })
})

it('finds goods first where somebody stands', () => {
  expect(found('l1')).toEqual([1, 2])
  expect(found('L1', 'B-1')).toEqual([2])
  expect(found('L2', 'A-1')).toEqual([3])
  expect(found('7891000315507', 'B-1')).toEqual([2, 3])
})

it('tells lines of one code apart by the next code', () => {
  expect(found('L1', undefined, [2, 3])).toEqual([2])
  expect(found('L2', undefined, [1, 2])).toEqual([3])
  expect(found('L9', undefined, [1, 2])).toEqual({ kind: 'unknown' })
})

it('does not guess', () => {
  expect(found('L9')).toEqual({ kind: 'unknown' })
  expect(found(' ')).toEqual({ kind: 'unknown' })
})

it('takes no code for units', () => {
  expect(isCode(inventory, 7891000315507)).toBe(true)
  expect(isCode(inventory, 4006381333931)).toBe(true)
  expect(isCode({ ...inventory, lines: [line(1, 'A-1', '96385074')] }, 96385074)).toBe(true)
  expect(isCode({ ...inventory, lines: [line(1, 'A-1', '500')] }, 500)).toBe(false)
  expect(isCode(inventory, 2_000_000)).toBe(false)
})

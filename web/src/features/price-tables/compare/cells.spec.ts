import { expect, it } from 'vitest'
import type { PriceCellDifference } from '@/api/schema'
import { changeOf, tableOf } from './cells'

const cell = (zone: string, up_to: string, amount: string, method: 'cell' | 'per_unit' = 'cell') => ({
  zone,
  up_to,
  method,
  amount,
  step: null,
  step_amount: null,
})
const differs = (change: Partial<PriceCellDifference>): PriceCellDifference => ({
  zone: 'A',
  up_to: '1',
  before: null,
  after: null,
  pct: null,
  ...change,
})

it('a price is new, gone, higher, lower, or priced in another way', () => {
  const [ten, eleven] = [cell('A', '1', '10'), cell('A', '1', '11')]
  expect(changeOf(differs({ after: ten }))).toBe('added')
  expect(changeOf(differs({ before: ten }))).toBe('removed')
  expect(changeOf(differs({ before: ten, after: eleven, pct: '10.00' }))).toBe('raised')
  expect(changeOf(differs({ before: eleven, after: ten, pct: '-9.09' }))).toBe('lowered')
  expect(changeOf(differs({ before: ten, after: cell('A', '1', '10', 'per_unit') }))).toBe('otherwise')
  expect(changeOf(differs({ before: cell('A', '1', '0'), after: ten }))).toBe('raised')
})

it('differences stand by weight and zone, in the order of the ladder', () => {
  const found = tableOf(
    [
      differs({ zone: 'B', up_to: '10', after: cell('B', '10', '1') }),
      differs({ zone: 'A', up_to: '2.50', after: cell('A', '2.5', '2') }),
    ],
    ['A', 'B', 'C'],
  )
  expect(found.zones).toEqual(['A', 'B'])
  expect(found.rows.map(({ upTo }) => upTo)).toEqual(['2.5', '10'])
  expect(found.rows[0]?.cells.map((one) => one?.zone)).toEqual(['A', undefined])
})

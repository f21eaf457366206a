import { beforeEach, expect, it } from 'vitest'
import {
  keepUnsentCounts,
  listUnsentCounts,
  textsOfCounts,
  type UnsentCount,
  withoutAnswered,
} from './count-queue'

const ONE = { userId: 'ana', inventoryId: 'one' }
const OTHER = { userId: 'ana', inventoryId: 'other' }

beforeEach(() => localStorage.clear())

const count = (key: string): UnsentCount => ({
  key,
  line: 1,
  quantity: 2,
  counted_at: '2026-11-28T10:00:00.000Z',
})

it('keeps the counts of each inventory over a reload', () => {
  keepUnsentCounts(ONE, [count('a'), count('b')])
  keepUnsentCounts(OTHER, [count('c')])
  expect(listUnsentCounts(ONE).map(({ key }) => key)).toEqual(['a', 'b'])
  keepUnsentCounts(ONE, [])
  expect(listUnsentCounts(ONE)).toEqual([])
  expect(listUnsentCounts(OTHER)).toHaveLength(1)
  expect(listUnsentCounts({ ...OTHER, userId: 'rui' })).toEqual([])
})

it('begins anew with what nobody can read', () => {
  localStorage.setItem('remessa-inventory-counts-ana-one', '{')
  expect(listUnsentCounts(ONE)).toEqual([])
})

it('forgets what was answered, and keeps what was counted meanwhile', () => {
  const left = withoutAnswered([count('a'), count('b')], new Set(['a']))
  expect(left.map(({ key }) => key)).toEqual(['b'])
})

it('tells which counts a call was refused for', () => {
  const texts = { 'counts.1.quantity': 'Enter 1000000000 or less.', sent_at: 'Required field.' }
  const counts = [count('a'), count('b'), count('c')]
  expect([...textsOfCounts(counts, texts)]).toEqual([['b', 'Enter 1000000000 or less.']])
  expect(textsOfCounts(counts, { sent_at: 'Required field.' }).size).toBe(0)
})

import { expect, it } from 'vitest'
import type { FieldRoute } from '@/api/schema'
import { nextPage, progressOf } from './run-progress'

const run = {
  stops: [
    { id: 'a', position: 0, outcome: 'delivered' },
    { id: 'b', position: 1, outcome: null },
  ],
  pickups: [
    { id: 'c', pickup_id: 'p', position: 2, done_at: null },
    { id: 'd', pickup_id: 'q', position: 2, done_at: '2026-11-26T10:00:00Z' },
  ],
} as unknown as FieldRoute

it('counts deliveries and pickups', () => {
  expect(progressOf(run)).toEqual({ total: 4, done: 2 })
})

it('goes on to what is open, and then to the list', () => {
  expect(nextPage(run, 'a')).toBe('/field/stops/b')
  expect(nextPage(run, 'b')).toBe('/field/stops/c')
  expect(nextPage({ ...run, stops: [] }, 'c')).toBe('/field')
})

it('goes to a pickup that stands before a delivery', () => {
  const [pickup] = run.pickups
  const first = { ...run, pickups: [{ ...pickup, position: 0 }] } as unknown as FieldRoute
  expect(nextPage(first, 'a')).toBe('/field/stops/c')
})

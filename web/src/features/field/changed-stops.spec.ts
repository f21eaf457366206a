import { expect, it } from 'vitest'
import { type FieldPickup, type FieldRoute, type FieldRoutes, type FieldStop, RunStatus } from '@/api/schema'
import { countChangedStops } from './changed-stops'

const stop = (id: string, fields: Partial<FieldStop> = {}) =>
  ({ id, outcome: null, to_time: null, ...fields }) as FieldStop

const runs = (
  stops: FieldStop[],
  status: RunStatus = RunStatus.InProgress,
  pickups: FieldPickup[] = [],
): FieldRoutes => ({
  routes: [{ id: 'run', status, stops, pickups } as FieldRoute],
  reasons: [],
  cash: [],
})

it('counts open stops that the office has changed, added or taken away', () => {
  const before = runs([stop('a'), stop('b'), stop('c')])
  expect(countChangedStops(before, before)).toBe(0)
  expect(countChangedStops(before, runs([stop('a'), stop('b', { to_time: '12:00' }), stop('d')]))).toBe(3)
})

it('counts nothing that the driver has done, and no run that has not begun', () => {
  const before = runs([stop('a'), stop('b', { outcome: 'failed' })])
  const done = { outcome: 'delivered', done_at: '2026-11-26T10:00:00Z' } as const
  expect(countChangedStops(before, runs([stop('a', done)]))).toBe(0)
  const undone = runs([stop('a'), stop('b')])
  expect(countChangedStops(before, undone)).toBe(0)
  expect(countChangedStops(runs([stop('a')], RunStatus.Loaded), runs([stop('b')]))).toBe(0)
})

it('counts pickups that the office has added or changed, and not those that the driver has done', () => {
  const pickup = (id: string, fields: Partial<FieldPickup> = {}) =>
    ({ id, pickup_id: `p${id}`, status: 30, done_at: null, parcels: 1, ...fields }) as FieldPickup
  const withPickups = (pickups: FieldPickup[]) => runs([], RunStatus.InProgress, pickups)
  const before = withPickups([pickup('a'), pickup('b')])
  const done = pickup('a', { status: 40, done_at: '2026-11-26T10:00:00Z' })
  expect(countChangedStops(before, withPickups([done, pickup('b')]))).toBe(0)
  expect(
    countChangedStops(before, withPickups([pickup('a'), pickup('b', { parcels: 2 }), pickup('c')])),
  ).toBe(2)
})

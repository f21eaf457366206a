import { expect, it } from 'vitest'
import type { FieldStop } from '@/api/schema'
import { isLate, otherDayOf } from './late'

const stop = (to_time: string | null, outcome: FieldStop['outcome'] = null) =>
  ({ to_time, outcome }) as FieldStop
const now = new Date(2026, 10, 26, 12, 5)

it('is late once the window is over, on the day or after it', () => {
  expect(isLate(stop('12:00'), '2026-11-26', now)).toBe(true)
  expect(isLate(stop('12:05'), '2026-11-26', now)).toBe(false)
  expect(isLate(stop('23:00'), '2026-11-25', now)).toBe(true)
  expect(isLate(stop('08:00'), '2026-11-27', now)).toBe(false)
})

it('is never late without a window, or once it is done', () => {
  expect(isLate(stop(null), '2026-11-25', now)).toBe(false)
  expect(isLate(stop('12:00', 'delivered'), '2026-11-26', now)).toBe(false)
})

it('names the day of a pickup only where the run is of another one', () => {
  expect(otherDayOf({ on_date: '2026-12-01' }, '2026-11-30')).toBe('2026-12-01')
  expect(otherDayOf({ on_date: '2026-11-30' }, '2026-11-30')).toBeUndefined()
})

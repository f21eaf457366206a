import { expect, it } from 'vitest'
import { daysUntil } from './status'

it('days until an invoice is due are counted over the end of a month, and back', () => {
  expect(daysUntil('2026-12-02', '2026-11-30')).toBe(2)
  expect(daysUntil('2026-11-30', '2026-11-30')).toBe(0)
  expect(daysUntil('2026-02-27', '2026-03-01')).toBe(-2)
})

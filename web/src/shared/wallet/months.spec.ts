import { expect, it } from 'vitest'
import { monthsUntil } from './months'

it('the months go back over the turn of a year', () => {
  expect(monthsUntil('2027-02-28', 4)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
})

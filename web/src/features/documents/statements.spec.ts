import { expect, it } from 'vitest'
import { monthsUntil, statementOf } from './statements'

it('the months go back over the turn of a year', () => {
  expect(monthsUntil('2027-02-28', 4)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
})

it('a statement is from the first to the last day of its month', () => {
  expect(statementOf('2026-10')).toBe('/wallet?from=2026-10-01&to=2026-10-31')
  expect(statementOf('2028-02')).toBe('/wallet?from=2028-02-01&to=2028-02-29')
})

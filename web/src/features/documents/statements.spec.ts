import { expect, it } from 'vitest'
import { statementOf } from './statements'

it('a statement is from the first to the last day of its month', () => {
  expect(statementOf('2026-10')).toBe('/wallet?from=2026-10-01&to=2026-10-31')
  expect(statementOf('2028-02')).toBe('/wallet?from=2028-02-01&to=2028-02-29')
})

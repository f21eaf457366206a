import { expect, it } from 'vitest'
import { ApiTokenStatus } from '@/api/schema'
import { isUnused } from './unused'

const NOW = Date.parse('2026-11-30T12:00:00Z')

const token = { status: ApiTokenStatus.Active, created_at: '2026-01-05T12:00:00Z', last_used_at: null }

it('a valid token that no program has used for 90 days is marked', () => {
  expect(isUnused(token, NOW)).toBe(true)
  expect(isUnused({ ...token, last_used_at: '2026-08-31T12:00:00Z' }, NOW)).toBe(true)
  expect(isUnused({ ...token, last_used_at: '2026-09-02T12:00:00Z' }, NOW)).toBe(false)
})

it('a new token has time, and one that has ended harms nobody', () => {
  expect(isUnused({ ...token, created_at: '2026-11-01T12:00:00Z' }, NOW)).toBe(false)
  expect(isUnused({ ...token, status: ApiTokenStatus.Revoked }, NOW)).toBe(false)
})

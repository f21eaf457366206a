import { describe, expect, it } from 'vitest'
import { createFormat } from '@/ui/format'
import { ApiError, errorText, writeAmounts } from './errors'

describe('texts of failures', () => {
  it('write amounts as the account does', () => {
    const preferences = { timeZone: 'UTC', currency: 'USD', weightUnit: 10, sizeUnit: 10 } as const
    writeAmounts(createFormat({ ...preferences, locale: 'en-US' }))
    const params = { available: '200.00', needed: '1234.50', currency: 'USD' }
    const problem = { message: '', message_code: 'insufficient_funds', params }
    const text = errorText(new ApiError(409, problem as never))
    expect(text).toBe('The wallet has $200.00 to spend, and $1,234.50 is needed. Add funds first.')
  })

  it('have a form for one of something', () => {
    const text = (params: object) =>
      errorText(new ApiError(409, { message: '', message_code: 'profile_in_use', params } as never))
    expect(text({ count: 1 })).toMatch(/^In use by 1 user\./)
    expect(text({ count: 2 })).toMatch(/^In use by 2 users\./)
    const wait = { message: '', message_code: 'rate_limited', params: { seconds: 1 } }
    expect(errorText(new ApiError(429, wait as never))).toMatch(/1 second\.$/)
  })

  it('may be named by an id, with or without a prefix (ERR-1)', () => {
    const text = (problem: object) =>
      errorText(new ApiError(409, { message: 'Its own words.', ...problem } as never))
    expect(text({ message_id: 'forbidden' })).toBe(text({ message_code: 'forbidden' }))
    expect(text({ message_id: 'unheard_of', prefix: 'orders' })).toBe('Its own words.')
  })

  it('name what they are about', () => {
    const problem = { message: 'Wrong.', message_code: 'from_a_newer_server', details: ['AT1', 'AT2'] }
    expect(errorText(new ApiError(409, problem as never))).toBe('Wrong. AT1, AT2')
  })
})

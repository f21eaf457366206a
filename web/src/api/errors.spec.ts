import i18n from 'i18next'
import { describe, expect, it } from 'vitest'
import { createFormat } from '@/ui/format'
import { ApiError, errorText, fieldTexts, placeAtRows, writeAmounts } from './errors'

describe('texts of failures', () => {
  it('write amounts as the account does', () => {
    const preferences = { timeZone: 'UTC', currency: 'USD', weightUnit: 10, sizeUnit: 10 } as const
    writeAmounts(createFormat({ ...preferences, locale: 'en-US' }))
    const params = { available: '200.00', needed: '1234.50', currency: 'USD' }
    const problem = { message: '', message_code: 'insufficient_funds', params }
    const text = errorText(new ApiError(409, problem as never))
    expect(text).toBe('The wallet has $200.00 to spend, and $1,234.50 is needed. Add funds first.')
  })

  it('write dates as the account does', () => {
    const preferences = { timeZone: 'UTC', currency: 'USD', weightUnit: 10, sizeUnit: 10 } as const
    writeAmounts(createFormat({ ...preferences, locale: 'en-US' }))
    const problem = { message: '', message_code: 'stock_expiry_differs', params: { date: '2026-12-10' } }
    expect(errorText(new ApiError(422, problem as never))).toMatch(/the expiry 12\/10\/2026\./)
  })

  it('say what the fields say where no form shows them, each once', () => {
    const taken = [{ code: 'taken', params: {}, message: '' }]
    const days = [{ code: 'day_in_the_past', params: {}, message: '' }]
    const errors = { code: taken, number: taken, on_date: days }
    const problem = { message: '', message_code: 'validation_failed', errors }
    expect(errorText(new ApiError(422, problem as never))).toBe(
      'Some of the data is invalid. Correct it and try again. Already in use. The date cannot be in the past.',
    )
  })

  it('write a bound with the signs of the language', async () => {
    const errors = { amount: [{ code: 'too_large', params: { max: '1282.50' }, message: '' }] }
    const text = () => fieldTexts(new ApiError(422, { message: '', errors } as never)).amount
    expect(text()).toMatch(/1,282\.50 /)
    await i18n.changeLanguage('pt-BR')
    expect(text()).toMatch(/1\.282,50/)
    await i18n.changeLanguage('en')
  })

  it('have a form for one of something', () => {
    const text = (params: object) =>
      errorText(new ApiError(409, { message: '', message_code: 'profile_in_use', params } as never))
    expect(text({ count: 1 })).toMatch(/^In use by 1 user\./)
    expect(text({ count: 2 })).toMatch(/^In use by 2 users\./)
    const wait = { message: '', message_code: 'rate_limited', params: { seconds: 1 } }
    expect(errorText(new ApiError(429, wait as never))).toMatch(/1 second\.$/)
  })

  it('have a form for none of something', () => {
    const text = (max: number) => {
      const errors = { amount: [{ code: 'too_many_decimals', params: { max }, message: '' }] }
      return fieldTexts(new ApiError(422, { message: '', errors } as never)).amount
    }
    expect([text(0), text(2)]).toEqual(['Use no decimals.', 'Use at most 2 decimals.'])
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

describe('refusals of rows', () => {
  it('stand at the rows of the form, of which blank ones were not sent', () => {
    const refused = [{ message: 'Taken.', code: 'from_a_newer_server' }]
    const errors = { 'stay.places.1.place': refused, 'stay.places': refused, 'stay.other.1.place': refused }
    const error = new ApiError(422, { message: 'The form has errors.', errors } as never)
    expect(Object.keys(fieldTexts(placeAtRows(error, { 'stay.places': [0, 3] })))).toEqual([
      'stay.places.3.place',
      'stay.places',
      'stay.other.1.place',
    ])
  })

  it('are left alone in what is no refusal', () => {
    const lost = new ApiError(0)
    expect(placeAtRows(lost, { places: [1] })).toBe(lost)
  })
})

import { describe, expect, it } from 'vitest'
import { createFormat, decimalsOf, type Preferences } from './format'

const brazil: Preferences = {
  locale: 'pt-BR',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  weightUnit: 10,
  sizeUnit: 10,
}
/** Intl puts no-break spaces where we write plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ')

describe('format', () => {
  it('shows times in the zone of the account', () => {
    const at = '2026-11-21T01:30:05Z'
    expect(createFormat(brazil).exact(at)).toBe('20/11/2026 22:30:05')
    expect(createFormat(brazil).dateTime(at)).toBe('20/11/2026 22:30')
    const utc = { ...brazil, timeZone: 'UTC' }
    expect(createFormat({ ...utc, locale: 'en-GB' }).exact(at)).toBe('21/11/2026 01:30:05')
    // Twelve hours where people count so.
    expect(plain(createFormat({ ...utc, locale: 'en-US' }).exact(at))).toBe('11/21/2026 01:30:05 AM')
    expect(plain(createFormat({ ...utc, locale: 'en-US' }).bytes(27))).toBe('27 bytes')
    expect(createFormat({ ...utc, locale: 'zh-CN' }).dateTime(at)).toBe('2026/11/21 01:30')
  })

  it('writes the time of a place like any other moment', () => {
    const at = '2026-11-20T22:30:00'
    expect(createFormat(brazil).wallTime(at)).toBe('20/11/2026 22:30')
    const american = createFormat({ ...brazil, locale: 'en-US' })
    expect(american.wallTime(at)).toBe(american.dateTime('2026-11-21T01:30:00Z'))
  })

  it('leaves a day the day it is, in every zone', () => {
    expect(createFormat({ ...brazil, timeZone: 'Pacific/Kiritimati' }).day('2026-11-21')).toBe('21/11/2026')
    expect(createFormat({ ...brazil, timeZone: 'Pacific/Pago_Pago' }).day('2026-11-21')).toBe('21/11/2026')
  })

  it('says the common parts of a span of days once', () => {
    const british = createFormat({ ...brazil, locale: 'en-GB' })
    expect(plain(british.days('2026-11-25', '2026-11-27'))).toBe('25 – 27 Nov 2026')
    expect(plain(british.days('2026-11-30', '2026-12-02'))).toBe('30 Nov – 2 Dec 2026')
    expect(british.days(null, '2026-11-27')).toBe('27/11/2026')
  })

  it('turns grams and millimetres into what people read', () => {
    expect(plain(createFormat(brazil).weight(1250))).toBe('1,25 kg')
    const pounds = createFormat({ ...brazil, weightUnit: 20, locale: 'en-GB' })
    expect(plain(pounds.weight(453.59237))).toBe('1 lb')
    expect(plain(pounds.kilograms(4000))).toBe('4 kg')
    expect(plain(createFormat(brazil).size(125))).toBe('12,5 cm')
    expect(plain(createFormat({ ...brazil, sizeUnit: 20, locale: 'en-GB' }).size(254))).toBe('10 in')
    expect(plain(createFormat(brazil).sizes(300, 125, 100))).toBe('30 × 12,5 × 10 cm')
  })

  it('writes the price of one unit with all its decimals', () => {
    expect(plain(createFormat(brazil).unitPrice('1.3333', 'BRL'))).toBe('R$ 1,3333')
    expect(plain(createFormat(brazil).unitPrice('2.5', 'BRL'))).toBe('R$ 2,50')
    expect(plain(createFormat(brazil).unitPrice('1500', 'JPY'))).toBe('JP¥ 1.500')
  })

  it('writes money with its own currency, else with the account’s', () => {
    expect(plain(createFormat(brazil).money('1234.5'))).toBe('R$ 1.234,50')
    expect(plain(createFormat(brazil).money('1234.50', 'USD'))).toBe('US$ 1.234,50')
    expect(createFormat({ ...brazil, locale: 'en-US' }).money('179.98', 'USD')).toBe('$179.98')
  })

  it('writes as many decimals as the currency has', () => {
    expect(['JPY', 'USD', 'KWD', 'x'].map(decimalsOf)).toEqual([0, 2, 3, 2])
    expect(plain(createFormat(brazil).money('1500', 'JPY'))).toBe('JP¥ 1.500')
    expect(plain(createFormat(brazil).money('12.345', 'KWD'))).toBe('KWD 12,345')
  })

  it('says how long ago within a week, then the date', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const british = createFormat({ ...brazil, locale: 'en-GB', timeZone: 'UTC' })
    const said = (at: string) => plain(british.recent(at, now))
    expect(said('2026-11-21T11:59:40Z')).toBe('now')
    expect(said('2026-11-21T11:55:00Z')).toBe('5 min ago')
    expect(said('2026-11-21T10:00:00Z')).toBe('2 hr ago')
    expect(said('2026-11-20T14:10:00Z')).toBe('yesterday 14:10')
    expect(said('2026-11-16T14:10:00Z')).toBe('Mon 14:10')
    expect(said('2026-11-14T14:10:00Z')).toBe('14/11/2026 14:10')
    expect(said('2026-11-21T13:00:00Z')).toBe('21/11/2026 13:00')
    expect(plain(createFormat(brazil).recent('2026-11-20T17:10:00Z', now))).toBe('ontem 14:10')
  })

  it('counts hours after midnight as hours, not as yesterday', () => {
    const now = Date.parse('2026-11-21T04:30:00Z')
    expect(plain(createFormat(brazil).recent('2026-11-21T01:30:00Z', now))).toBe('há 3 h')
  })

  it('knows whether the month is written first', () => {
    const orders = ['en-US', 'en-GB', 'pt-BR', 'es', 'zh-CN'].map(
      (locale) => createFormat({ ...brazil, locale }).monthFirst,
    )
    expect(orders).toEqual([true, false, false, false, false])
  })
})

import { describe, expect, it } from 'vitest'
import { createFormat, type Preferences } from './format'

const brazil: Preferences = {
  locale: 'pt-BR',
  timeZone: 'America/Sao_Paulo',
  currency: 'BRL',
  weightUnit: 10,
  sizeUnit: 10,
}
/** Intl puts no-break spaces where we write plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('format', () => {
  it('shows times in the zone of the account', () => {
    const at = '2026-11-21T01:30:05Z'
    expect(createFormat(brazil).dateTime(at)).toBe('20/11/2026 22:30:05')
    expect(createFormat({ ...brazil, timeZone: 'UTC', locale: 'en-GB' }).dateTime(at)).toBe(
      '21/11/2026 01:30:05',
    )
  })

  it('leaves a day the day it is, in every zone', () => {
    expect(createFormat({ ...brazil, timeZone: 'Pacific/Kiritimati' }).day('2026-11-21')).toBe('21/11/2026')
    expect(createFormat({ ...brazil, timeZone: 'Pacific/Pago_Pago' }).day('2026-11-21')).toBe('21/11/2026')
  })

  it('turns grams and millimetres into what people read', () => {
    expect(plain(createFormat(brazil).weight(1250))).toBe('1,25 kg')
    expect(plain(createFormat({ ...brazil, weightUnit: 20, locale: 'en-GB' }).weight(453.59237))).toBe('1 lb')
    expect(plain(createFormat(brazil).size(125))).toBe('12,5 cm')
    expect(plain(createFormat({ ...brazil, sizeUnit: 20, locale: 'en-GB' }).size(254))).toBe('10 in')
    expect(plain(createFormat(brazil).sizes(300, 125, 100))).toBe('30 × 12,5 × 10 cm')
  })

  it('writes money with its own currency, else with the account’s', () => {
    expect(plain(createFormat(brazil).money('1234.5'))).toBe('R$ 1.234,50')
    expect(plain(createFormat(brazil).money('1234.50', 'USD'))).toBe('US$ 1.234,50')
  })

  it('says how long ago', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const format = createFormat({ ...brazil, locale: 'en-GB' })
    expect(format.relative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago')
    expect(format.relative('2026-11-20T11:00:00Z', now)).toBe('yesterday')
    expect(format.relative('2026-11-21T11:59:40Z', now)).toBe('this minute')
  })
})

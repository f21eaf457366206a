import { expect, it } from 'vitest'
import type { TaxRefusal } from '@/api/schema'
import { declarationOf, emptyTry, ratesOf } from './values'

const missing = (from: string, to: string): TaxRefusal => ({
  code: 'exchange_rate_missing',
  from,
  to,
  rules: [],
  field: null,
  country: null,
  tax: null,
  hs: null,
  origin: null,
  reason: null,
  value: null,
  limit: null,
  currency: null,
  legal_ref: null,
})

it('a missing rate of exchange is asked once, whatever its direction', () => {
  const usd = { from: 'USD', to: 'BRL', rate: null }
  expect(ratesOf([], [missing('USD', 'BRL'), missing('BRL', 'USD')])).toEqual([usd])
  expect(ratesOf([{ ...usd, rate: '5.2' }], [missing('BRL', 'EUR')])).toEqual([
    { ...usd, rate: '5.2' },
    { from: 'BRL', to: 'EUR', rate: null },
  ])
})

it('a tariff rate is sent as a fraction, and a rate of exchange only once it is known', () => {
  const values = emptyTry('2026-11-25')
  const line = { key: 1, hs: '', origin: 'CN', value: '100.00', quantity: 2, tariff_rate: '16.5' }
  const declaration = declarationOf(
    { ...values, lines: [line], rates: [{ from: 'USD', to: 'BRL', rate: null }] },
    '2026-05-11',
  )
  expect(declaration.date).toBe('2026-05-11')
  expect(declaration.lines).toEqual([
    { hs: null, origin: 'CN', value: '100', quantity: 2, tariff_rate: '0.165' },
  ])
  expect(declaration.rates).toEqual([])
})

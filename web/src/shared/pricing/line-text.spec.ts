import i18n, { type TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { PriceLine } from '@/api/schema'
import texts from '@/locales/en/price-lines.json'
import { createFormat } from '@/ui/format'
import { baseText, boundText, quantityText, surchargeText, writers } from './line-text'

const english = i18n.createInstance()
await english.init({
  lng: 'en',
  resources: { en: { 'price-lines': texts } },
  interpolation: { escapeValue: false },
})
const t = english.getFixedT('en', 'price-lines') as unknown as TFunction<'price-lines'>
const write = writers(
  createFormat({ locale: 'en-US', timeZone: 'UTC', currency: 'USD', weightUnit: 10, sizeUnit: 10 }),
)

const params = (given: Partial<NonNullable<PriceLine['params']>>) =>
  ({ zone: 'B', pieces: 1, unit: 'kg', weight: '3', rated_as: '3', ...given }) as NonNullable<
    PriceLine['params']
  >

it.each([
  [{ method: 'cell', band_up_to: '5' }, '3 kg in zone B: weight band up to 5 kg'],
  [{ method: 'per_unit', rate: '4.125' }, '3 kg in zone B × $4.125'],
  [
    { method: 'base_step', step_base: '10', steps: '4', step: '0.5', step_amount: '1.5' },
    '3 kg in zone B: $10.00 + 4 × $1.50 per 0.5 kg',
  ],
  [
    { method: 'break', weight: '88', rated_as: '100', rate: '4.1' },
    '88 kg in zone B charged as 100 kg × $4.10, because the next break is cheaper',
  ],
  [{ method: 'cell', band_up_to: '5', pieces: 3 }, '3 parcels of 3 kg in zone B: weight band up to 5 kg'],
])('freight by %o is explained', (given, text) => {
  expect(baseText(params(given), 'USD', write, t)).toBe(text)
})

it.each([
  [{ basis: 'fixed' }, 'Per shipment'],
  [{ basis: 'pct_of', rate: '12.5', quantity: '80' }, '12.5% of $80.00'],
  [{ basis: 'per_kg', rate: '0.5', quantity: '12.5' }, '12.5 kg × $0.50'],
  [{ basis: 'per_piece', rate: '4', quantity: '2' }, '2 × $4.00 per parcel'],
])('a surcharge by %o is explained', (given, text) => {
  expect(surchargeText(params(given), 'USD', write, t)).toBe(text)
})

it('a bound that applies is named, in the decimals of its currency', () => {
  expect(boundText(params({ bound: 'min', bound_amount: '2400' }), 'JPY', write, t)).toBe(
    'The minimum of ¥2,400 applies.',
  )
})

const pounds = writers(
  createFormat({ locale: 'en-US', timeZone: 'UTC', currency: 'USD', weightUnit: 20, sizeUnit: 20 }),
)

/** Whatever space stands before a unit. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('a weight of a price is told in the unit of its reader, beside it in that of the table', () => {
  expect(plain(write.weight('5', 'lb'))).toBe('2.268 kg (5 lb)')
  expect(pounds.weight('5', 'lb')).toBe('5 lb')
  expect(plain(write.weight('250', 'g'))).toBe('0.25 kg (250 g)')
  expect(write.weight(null, 'kg')).toBe('')
})

it('a limit is told in the unit of its reader, without digits of the conversion', () => {
  const none = { currency: null, to_currency: null }
  expect(plain(quantityText({ ...none, value: '149.91', unit: 'lb' }, write))).toBe('68 kg')
  expect(plain(quantityText({ ...none, value: '150', unit: 'cm' }, pounds))).toBe('59.06 in')
})

it('a limit has its unit or its currency', () => {
  const none = { value: null, unit: null, currency: null, to_currency: null }
  expect(quantityText({ ...none, value: '31.5', unit: 'kg' }, write)).toBe('31.5 kg')
  expect(quantityText({ ...none, value: '3000', currency: 'USD' }, write)).toBe('$3,000.00')
  expect(quantityText({ ...none, value: '4' }, write)).toBe('4')
  expect(quantityText({ ...none, currency: 'USD', to_currency: 'BRL' }, write)).toBe('USD → BRL')
})

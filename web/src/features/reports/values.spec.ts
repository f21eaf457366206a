import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { createFormat } from '@/ui/format'
import { orderTotals, shownValue, textKey } from './values'

const format = createFormat({
  locale: 'en-US',
  timeZone: 'Asia/Tokyo',
  currency: 'USD',
  weightUnit: 10,
  sizeUnit: 10,
})
const t = ((key: string, { defaultValue }: { defaultValue: string }) =>
  key === 'code.status.90' ? 'Delivered' : defaultValue) as unknown as TFunction<'reports'>

const shown = (key: string, kind: Parameters<typeof shownValue>[1]['kind'], value: string, currency = '') =>
  shownValue({ t, format }, { key, kind }, value, currency)

it('shows a moment in the zone of the report, not in that of the reader', () => {
  expect(shown('created_at', 'moment', '2026-10-31T23:59:00')).toMatch(/^10\/31\/2026 11:59\sPM$/)
})

it('shows an amount with the currency of its row', () => {
  expect(shown('total', 'amount', '12.5', 'BRL')).toBe('R$12.50')
  expect(shown('total', 'amount', '12.5')).toBe('12.5')
})

it('shows a code that it does not know as it is', () => {
  expect(shown('status', 'code', '90')).toBe('Delivered')
  expect(shown('status', 'code', '7')).toBe('7')
})

it('shows nothing where there is nothing', () => {
  expect(shown('total', 'amount', '')).toBe('')
})

it('sums the columns in their order, and the currencies of one as they came', () => {
  const totals = [
    { column: 'closing', currency: 'BRL' },
    { column: 'closing', currency: 'USD' },
    { column: 'opening', currency: 'BRL' },
  ]
  const ordered = orderTotals(totals, [{ key: 'opening' }, { key: 'closing' }])
  expect(ordered.map(({ column, currency }) => `${column} ${currency}`)).toEqual([
    'opening BRL',
    'closing BRL',
    'closing USD',
  ])
})

it('names margins to those alone who see them', () => {
  const margins = [{ key: 'wallets' }, { key: 'margins' }] as const
  expect(textKey('financial', [...margins], false)).toBe('financial')
  expect(textKey('financial', [{ key: 'wallets' }], false)).toBe('financial_plain')
  expect(textKey('financial', [{ key: 'wallets' }], true)).toBe('financial_own')
  expect(textKey('stocks', [{ key: 'levels' }], true)).toBe('stocks')
})

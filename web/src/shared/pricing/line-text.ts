import type { TFunction } from 'i18next'
import type { PriceLine, PriceMoney, PriceQuantity } from '@/api/schema'
import { decimalsOf, type Format } from '@/ui/format'
import { inReadersUnit } from './readers-unit'

type Params = NonNullable<PriceLine['params']>

/** Digits of a converted limit: 149.91 lb were 68 kg. */
const LIMIT_DIGITS = 4

/** Numbers and amounts as this reader writes them. */
export function writers(format: Pick<Format, 'preferences' | 'weight' | 'size'>) {
  const { locale } = format.preferences
  const rounded = (value: string) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(Number(value))
  const number = (value: string | number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(value))
  return {
    number,
    /** A weight of a price in the reader's unit, beside it in that of the table: calculated ones have many decimals. */
    weight(value: string | null, unit: string) {
      if (value === null) return ''
      const own = `${rounded(value)} ${unit}`
      const read = inReadersUnit(Number(value), unit, format)
      return read ? `${read} (${own})` : own
    },
    /** A limit or what exceeds it, in the reader's unit. Digits that come from the conversion are left out. */
    measure: (value: string, unit: string) =>
      inReadersUnit(Number(value), unit, format, LIMIT_DIGITS) ?? `${number(value)} ${unit}`,
    /** With the decimals it needs: a price of a unit can be finer than its currency. */
    money: (value: PriceMoney | null | undefined) => {
      if (!value) return ''
      const places = value.amount.split('.')[1]?.replace(/0+$/, '').length ?? 0
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: value.currency,
        minimumFractionDigits: Math.max(decimalsOf(value.currency), places),
      }).format(Number(value.amount))
    },
  }
}

type Writers = ReturnType<typeof writers>

/** An amount of parameters in the currency of its line. */
const amountIn =
  (currency: string, { money }: Writers) =>
  (amount: string | null | undefined) =>
    amount === null || amount === undefined ? '' : money({ amount, currency })

export function baseText(params: Params, currency: string, write: Writers, t: TFunction<'price-lines'>) {
  const { method } = params
  const { number } = write
  const of = amountIn(currency, write)
  const words = {
    pieces: number(params.pieces),
    zone: params.zone,
    unit: params.unit,
    weight: number(params.weight),
    rated_as: number(params.rated_as),
    from: number(params.band_from),
    up_to: number(params.band_up_to),
    rate: of(params.rate),
    step_base: of(params.step_base),
    steps: number(params.steps),
    step: number(params.step),
    step_amount: of(params.step_amount),
  }
  const isHeavier = Number(params.rated_as ?? 0) > Number(params.weight ?? 0)
  const known = method === 'base_step' || method === 'per_unit' || method === 'break' ? method : 'cell'
  const formula = known === 'break' && isHeavier ? t('base.heavier', words) : t(`base.${known}`, words)
  return (params.pieces ?? 1) > 1 ? t('base.pieces', { ...words, formula }) : formula
}

export function surchargeText(params: Params, currency: string, write: Writers, t: TFunction<'price-lines'>) {
  const { basis, rate, quantity } = params
  const of = amountIn(currency, write)
  const words = {
    rate: of(rate),
    pct: write.number(rate),
    quantity: write.number(quantity),
    value: of(quantity),
  }
  const known = basis === 'pct_of' || basis === 'per_kg' || basis === 'per_piece' || basis === 'pct_value'
  return t(`surcharge.${known ? basis : 'fixed'}`, words)
}

export function boundText(
  { bound, bound_amount }: Params,
  currency: string,
  write: Writers,
  t: TFunction<'price-lines'>,
) {
  if (bound !== 'min' && bound !== 'max') return ''
  return t(`bound.${bound}`, { amount: amountIn(currency, write)(bound_amount) })
}

export function quantityText(found: PriceQuantity | null, { number, money, measure }: Writers) {
  if (!found) return ''
  const { value, unit, currency, to_currency } = found
  if (to_currency) return `${currency} → ${to_currency}`
  if (value === null) return ''
  if (currency) return money({ amount: value, currency })
  return unit ? measure(value, unit) : number(value)
}

import { useTranslation } from 'react-i18next'
import type { PriceLine, PriceRefusal } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { sentences } from '@/ui/wording'
import { baseText, boundText, quantityText, surchargeText, writers } from './line-text'

/** Lines, weights and refusals of a priced shipment in words. */
export function useLineText() {
  const { t } = useTranslation('price-lines')
  const format = useFormat()
  const write = writers(format)
  const { number, money, weight } = write

  function explanation({ code, params, amount: { currency } }: PriceLine): string {
    if (!params) return ''
    const pct = { pct: number(params.pct), on: money(params.on) }
    const withBound = (text: string) => sentences([text, boundText(params, currency, write, t)])
    switch (code) {
      case 'base':
        return baseText(params, currency, write, t)
      case 'minimum':
        return t('explain.minimum', { minimum: money(params.minimum), freight: money(params.freight) })
      case 'fuel':
        return t('explain.fuel', { ...pct, day: params.valid_from ? format.day(params.valid_from) : '' })
      case 'surcharge':
        return withBound(surchargeText(params, currency, write, t))
      case 'insurance':
        return withBound(t('explain.insurance', pct))
      case 'import':
        return params.legal_ref ?? ''
      default:
        return t('explain.pct', pct)
    }
  }

  return {
    number,
    money,
    weight,
    title: ({ code, of }: Pick<PriceLine, 'code' | 'of'>) => t(`line.${code}`, { of: of ?? '' }),
    explanation,
    refusal: ({ code, limit, value }: PriceRefusal) =>
      t(`refusal.${code}`, { limit: quantityText(limit, write), value: quantityText(value, write) }),
  }
}

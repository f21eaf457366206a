import { useTranslation } from 'react-i18next'
import type { TaxAssessmentLine } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { amountText, rateText } from '../words/figures'
import { usePlaceName } from '../words/useTaxName'

/** Says how the amount of a line came about. */
export function useExplanation(currency: string) {
  const { t } = useTranslation(['tax-try', 'taxes'])
  const format = useFormat()
  const placeName = usePlaceName()

  function goodsText({ hs, origin }: TaxAssessmentLine) {
    if (!origin) return undefined
    const place = placeName(origin)
    return hs ? t('line.goods', { hs, origin: place }) : t('line.origin', { origin: place })
  }

  function limitText({ limit_from, limit_to, rule_currency }: TaxAssessmentLine) {
    // Limits are in the rule's currency, which a line without an amount does not name.
    if (!rule_currency) return undefined
    const from = limit_from && amountText(limit_from, rule_currency, format)
    const to = limit_to && amountText(limit_to, rule_currency, format)
    if (!from && !to) return undefined
    const limits =
      from && to
        ? t('taxes:limits.both', { from, to })
        : from
          ? t('taxes:limits.from', { from })
          : t('taxes:limits.to', { to })
    return t('line.limits', { limits })
  }

  return (line: TaxAssessmentLine) => {
    const how = t(`line.${line.kind}`, {
      rate: line.rate ? rateText(line.rate, format) : '',
      base: format.money(line.base, currency),
      amount: line.rule_amount ? amountText(line.rule_amount, line.rule_currency ?? currency, format) : '',
      count: line.count ?? 1,
    })
    return [how, goodsText(line), limitText(line)].filter(Boolean).join(' · ')
  }
}

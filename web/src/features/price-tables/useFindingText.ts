import { useTranslation } from 'react-i18next'
import type { PriceFinding, PriceFindingPlace } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { listed } from '@/ui/wording'
import { canonical } from './grid/numbers'

/** A finding of the check in words, and its place. */
export function useFindingText() {
  const { t, i18n } = useTranslation('price-grid')
  const country = useCountryName()
  const number = (value: string | null | undefined) =>
    value === null || value === undefined
      ? ''
      : new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 }).format(Number(canonical(value)))

  function placeText(place: PriceFindingPlace): string {
    const { zone, up_to, country_id, postcode_from, postcode_to, airport, surcharge, field } = place
    const postcodes = [postcode_from, postcode_to].filter(Boolean).join('–')
    const parts = [
      zone && t('place.zone', { zone }),
      up_to && t('place.upTo', { weight: number(up_to) }),
      country_id !== null && country_id !== undefined && country(country_id),
      postcodes,
      airport,
      surcharge && t('place.surcharge', { code: surcharge }),
      field && i18n.exists(`price-grid:rule.${field}`) && t(`rule.${field}` as 'rule.minimum'),
    ]
    return listed(parts.filter((part) => typeof part === 'string' && part !== '') as string[])
  }

  function text({ code, value, limit, other }: PriceFinding): string {
    return t(`finding.${code}`, {
      value: number(value),
      limit: number(limit),
      other: other ? placeText(other) : '',
    })
  }
  return { text, placeText }
}

import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { type Headline, headlineOf } from './headline'
import { shortDay, shortDays, shortMoment } from './moments'

/** 'Delivered 25 Nov, 14:10', 'On its way · expected 29 Nov'. */
export function useHeadline() {
  const { t } = useTranslation('tracking')
  const { locale } = useFormat().preferences
  return (shipment: Parameters<typeof headlineOf>[0]) => {
    const headline = headlineOf(shipment)
    if (!headline) return ''
    const { expected, expectedFrom } = headline
    const words = t(`headline.${headline.key}`, valuesOf(headline, locale))
    if (!expected) return words
    return `${words} · ${t('headline.expected', { day: shortDays(expectedFrom, expected, locale) })}`
  }
}

/** The context chooses the text without a moment when there is none to name. */
export const valuesOf = ({ at }: Headline, locale: string) =>
  at
    ? { when: shortMoment(at.moment, at.timeZone, locale), day: shortDay(at.moment, locale, at.timeZone) }
    : { context: 'timeless' }

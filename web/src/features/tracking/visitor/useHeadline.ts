import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { type Headline, headlineOf } from '@/shared/tracking/headline'
import { shortDay, shortDays, shortMoment } from '@/shared/tracking/moments'
import { useFormat } from '@/ui/format'

/** 'Delivered 25 Nov, 14:10', 'On its way · expected 29 Nov'. */
export function useHeadline() {
  const { t } = useTranslation('tracking')
  const { locale } = useFormat().preferences
  const { config } = useSite()
  return (shipment: Parameters<typeof headlineOf>[0] & { brief: boolean }) => {
    const headline = headlineOf(shipment, config.time_zone)
    if (!headline) return ''
    const { expected, expectedFrom } = headline
    const reason = headline.reason && t(`hold.${headline.reason}`)
    const words = t(`headline.${headline.key}`, { ...valuesOf(headline, locale, shipment.brief), reason })
    if (!expected) return words
    return `${words} · ${t('headline.expected', { day: shortDays(expectedFrom, expected, locale) })}`
  }
}

/** The context chooses the text without a moment when there is none to name. */
export function valuesOf({ at }: Headline, locale: string, isBrief = false) {
  if (!at) return { context: 'timeless' }
  const day = shortDay(at.moment, locale, at.timeZone)
  return { when: isBrief ? day : shortMoment(at.moment, at.timeZone, locale), day }
}

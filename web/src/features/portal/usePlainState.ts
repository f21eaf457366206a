import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { useSite } from '@/context/site'
import { headlineOf } from '@/shared/tracking/headline'
import { shortDays, shortMoment } from '@/shared/tracking/moments'
import { useFormat } from '@/ui/format'

/** The state in the words of a client, with the day that matters: 'On its way · expected 29 Nov'. */
export function usePlainState() {
  const { t } = useTranslation(['shipments', 'portal', 'tracking'])
  const { locale, timeZone } = useFormat().preferences
  const { config } = useSite()
  return (shipment: ShipmentSummary) => {
    if (shipment.hold)
      return t('tracking:headline.held', { reason: t(`shipments:hold.told.${shipment.hold.reason}`) })
    const words = t(`shipments:plain.${shipment.status}`)
    const { last_event_at, due_on, due_from_on, status } = shipment
    if (status === ShipmentStatus.Delivered && last_event_at) {
      return `${words} · ${shortMoment(last_event_at, timeZone, locale)}`
    }
    const expected = headlineOf(
      { status, due_on, due_from_on, last_event_at, events: [] },
      config.time_zone,
    )?.expected
    if (!expected) return words
    return `${words} · ${t('portal:expected', { day: shortDays(due_from_on, expected, locale) })}`
  }
}

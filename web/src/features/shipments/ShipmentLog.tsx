import { Badge, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShipmentEventList } from '@/api/generated/endpoints/tracking/tracking'
import type { ShipmentEvent } from '@/api/schema'
import { localeText } from '@/ui/locale-text'
import { EventTimeline, type TimelineEvent } from '@/ui/time/EventTimeline'
import { Facts } from './ShipmentFacts'

/** History of the shipment, newest first. */
export function ShipmentLog({ id }: { id: string }) {
  const { t, i18n } = useTranslation('shipments')
  const events = useShipmentEventList(id)
  const shown = (event: ShipmentEvent, index: number): TimelineEvent => ({
    id: event.id,
    icon: index === 0 ? IconCircleCheck : IconCircleDot,
    title: localeText(event.short_description_locale, i18n.language),
    text: event.reason ?? undefined,
    at: event.occurred_at,
    timeZone: event.time_zone,
    location: event.location || undefined,
    badge: event.public ? undefined : (
      <Badge size="xs" variant="default" tt="none">
        {t('show.internal')}
      </Badge>
    ),
    detail: [event.actor_name, event.note].filter(Boolean).join(' · ') || undefined,
  })
  return (
    <Facts title={t('show.log')}>
      {events.error ? (
        <Text size="sm" c="red">
          {t('show.failed')}
        </Text>
      ) : events.data ? (
        <EventTimeline label={t('show.log')} events={events.data.data.map(shown)} clock="mine" />
      ) : (
        <Skeleton h={120} />
      )}
    </Facts>
  )
}

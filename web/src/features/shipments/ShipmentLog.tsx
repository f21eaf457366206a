import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCircleDot, IconCircleX, IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShipmentEventList } from '@/api/generated/endpoints/tracking/tracking'
import type { Shipment, ShipmentEvent } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { localeText } from '@/ui/locale-text'
import { EventTimeline, type TimelineEvent } from '@/ui/time/EventTimeline'
import { AddNote } from './AddNote'
import { EventReason } from './EventReason'
import { CONFIRMED, NOTE } from './note'
import { FactCard } from './ShipmentFacts'
import classes from './ShipmentLog.module.css'
import { useUndoEvent } from './useUndoEvent'

/** Events and notes of the shipment, newest first. */
export function ShipmentLog({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const events = useShipmentEventList(shipment.id)
  const line = useLine(shipment)
  return (
    <FactCard title={t('show.log')}>
      {shipment.can.record_event && (
        <div className={classes.note}>
          <AddNote shipment={shipment} />
        </div>
      )}
      {events.error ? (
        <Text size="sm" c="red">
          {t('show.failed')}
        </Text>
      ) : events.data ? (
        <EventTimeline label={t('show.log')} events={events.data.data.map(line)} clock="mine" />
      ) : (
        <Skeleton h={120} />
      )}
    </FactCard>
  )
}

function iconOf(event: ShipmentEvent, index: number) {
  if (event.corrects) return IconArrowBackUp
  if (event.corrected) return IconCircleX
  if (event.code === NOTE) return IconNote
  return index === 0 ? IconCircleCheck : IconCircleDot
}

/** An event as a line of the history. One that was undone says so, and so does the one that undid it. */
function useLine(shipment: Shipment) {
  const { t, i18n } = useTranslation('shipments')
  const { undo } = useUndoEvent()

  function ask(event: ShipmentEvent, name: string) {
    void confirm({
      title: t('undo.title', { name }),
      text: event.code === CONFIRMED && shipment.totals ? t('undo.confirmation') : t('undo.text'),
      action: t('undo.action'),
      run: () => undo(shipment.id, event.id),
    })
  }

  return (event: ShipmentEvent, index: number): TimelineEvent => {
    const name = localeText(event.short_description_locale, i18n.language)
    const mark = event.corrected
      ? t('log.corrected')
      : event.public || event.corrects
        ? undefined
        : t('show.internal')
    return {
      id: event.id,
      icon: iconOf(event, index),
      title: event.corrects ? t('log.undone', { name }) : name,
      text: event.reason ? (
        <EventReason code={event.code} reason={event.reason} />
      ) : (
        event.hold_reason && t(`hold.reasons.${event.hold_reason}`)
      ),
      at: event.occurred_at,
      timeZone: event.time_zone,
      location: event.location || undefined,
      badge: mark && (
        <Badge size="xs" variant="default" tt="none">
          {mark}
        </Badge>
      ),
      detail: (
        <>
          {event.parcels.length > 0 && (
            <p className={classes.text}>
              {t('log.parcels', {
                count: event.parcels.length,
                list: event.parcels.join(', '),
                total: shipment.parcels.length,
              })}
            </p>
          )}
          {event.note && <p className={classes.text}>{event.note}</p>}
          {event.actor_name}
          {event.can_undo && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t('undo.of', { name })}
              onClick={() => ask(event, name)}
            >
              {t('undo.action')}
            </Button>
          )}
        </>
      ),
    }
  }
}

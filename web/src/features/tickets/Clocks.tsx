import { Badge, Text } from '@mantine/core'
import { IconAlarm, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SupportClock, SupportClocks, SupportTicket } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { duration } from '@/ui/time/duration'
import classes from './Tickets.module.css'

/** How long the first answer and the solution take; others see when they were there. */
export function Clocks({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  if (!ticket.clocks) return <Moments ticket={ticket} />
  const { first_response, resolution } = ticket.clocks
  return (
    <dl className={classes.clocks}>
      <div>
        <dt>{t('field.firstResponse')}</dt>
        <dd>
          <Clock clock={first_response} />
        </dd>
      </div>
      <div>
        <dt>{t('field.resolution')}</dt>
        <dd>
          <Clock clock={resolution} />
        </dd>
      </div>
    </dl>
  )
}

/** A clock that still runs is past its target. */
export const isOverdue = (clocks: SupportClocks | null) =>
  clocks !== null && [clocks.first_response, clocks.resolution].some(({ overdue, done }) => overdue && !done)

/** A time; late and resting clocks say so. */
export function Clock({ clock }: { clock: SupportClock }) {
  const { t } = useTranslation('tickets')
  const { locale } = useFormat().preferences
  const { minutes, target_minutes, overdue, done, resting } = clock
  return (
    <span className={classes.clock}>
      {duration(minutes, locale)}
      {target_minutes !== null && (
        <Text component="span" size="sm" c="dimmed">
          / {duration(target_minutes, locale)}
        </Text>
      )}
      {overdue && (
        <Badge
          color={done ? 'orange' : 'red'}
          variant="light"
          radius="sm"
          tt="none"
          leftSection={<IconAlarm size={13} aria-hidden />}
        >
          {t(done ? 'late' : 'overdue')}
        </Badge>
      )}
      {resting && !overdue && (
        <Badge
          color="gray"
          variant="light"
          radius="sm"
          tt="none"
          leftSection={<IconClockPause size={13} aria-hidden />}
        >
          {t('resting')}
        </Badge>
      )}
    </span>
  )
}

function Moments({ ticket: { first_response_at, closed_at } }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  if (!first_response_at && !closed_at) return null
  return (
    <Text size="sm" c="dimmed">
      {[
        first_response_at && t('firstResponse', { at: format.dateTime(first_response_at) }),
        closed_at && t('closedAt', { at: format.dateTime(closed_at) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  )
}

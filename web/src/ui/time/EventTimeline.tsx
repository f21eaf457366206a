import { type Icon, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '@/ui/format'
import classes from './EventTimeline.module.css'
import { type Clock, localTime } from './local-time'

export type TimelineEvent = {
  id: string
  icon: Icon
  title: string
  text?: ReactNode
  /** RFC 3339. */
  at: string
  /** IANA name of the place's time zone. */
  timeZone: string
  location?: string
  /** The time of day is not told. */
  dayOnly?: boolean
  /** Beside the title: who may see it. */
  badge?: ReactNode
  /** Under the text: who told of it, a note. */
  detail?: ReactNode
}

type EventTimelineProps = {
  /** Names the list for screen readers. */
  label: string
  /** Newest first. */
  events: TimelineEvent[]
  clock: Clock
  /** The reader's time zone; the account's when absent. */
  readerZone?: string
}

/** Events, newest first. Where space is narrow, times are below the titles. */
export function EventTimeline({ label, events, clock, readerZone }: EventTimelineProps) {
  const { preferences } = useFormat()
  const zones = { place: undefined, mine: readerZone ?? preferences.timeZone, utc: 'UTC' }
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" aria-label={label} className={classes.list}>
        {events.map((event) => (
          <li key={event.id} className={classes.event}>
            <span className={classes.marker} aria-hidden>
              <event.icon size={15} stroke={2} />
            </span>
            <div className={classes.title}>
              {event.title} {event.badge}
            </div>
            <When
              event={event}
              timeZone={(!event.dayOnly && zones[clock]) || event.timeZone}
              locale={preferences.locale}
            />
            {event.location && (
              <div className={classes.place}>
                <IconMapPin size={14} stroke={1.75} aria-hidden /> {event.location}
              </div>
            )}
            {event.text && <p className={classes.text}>{event.text}</p>}
            {event.detail && <div className={classes.detail}>{event.detail}</div>}
          </li>
        ))}
      </ol>
    </div>
  )
}

type WhenProps = { event: TimelineEvent; timeZone: string; locale: string }

function When({ event: { at, dayOnly }, timeZone, locale }: WhenProps) {
  const { day, time, zone } = localTime(at, timeZone, locale)
  return (
    <time dateTime={dayOnly ? at.slice(0, 10) : at} className={classes.when}>
      <span>{day}</span>{' '}
      {!dayOnly && (
        <>
          <b>{time}</b> <small>{zone}</small>
        </>
      )}
    </time>
  )
}

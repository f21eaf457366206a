import { ActionIcon, Anchor, Button, CopyButton, ThemeIcon } from '@mantine/core'
import { IconArrowRight, IconCalendarEvent, IconCheck, IconChevronDown, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JourneyWindow, TrackedJourney } from '@/api/schema'
import { ProgressLine } from '@/shared/tracking/ProgressLine'
import { progressOf } from '@/shared/tracking/progress'
import { eventIcon, HELD, STATUS } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { EventTimeline } from '@/ui/time/EventTimeline'
import type { Clock } from '@/ui/time/local-time'
import classes from './TrackedCard.module.css'
import { useHeadline } from './useHeadline'

/** How times and places are told on this page. */
export type Telling = {
  clock: Clock
  /** The reader's own time zone. */
  readerZone?: string
  /** A country in the page's language. */
  countryName(id: number | null): string
  /** Where a shipment the reader may open stands. */
  shipmentTo?(id: string): string
}

export type TrackedCardProps = {
  shipment: TrackedJourney
  telling: Telling
  /** All events at once, or only the newest until asked for more. */
  open: boolean
  title: 'h1' | 'h2'
  /** Actions of this shipment. */
  children?: ReactNode
}

export function TrackedCard({ shipment, telling, open, title: Heading, children }: TrackedCardProps) {
  const { t } = useTranslation('tracking')
  const heading = useId()
  const to = shipment.shipment_id ? telling.shipmentTo?.(shipment.shipment_id) : undefined
  return (
    <article aria-labelledby={heading} className={classes.card}>
      <header>
        <StateLine shipment={shipment} />
        <div className={classes.head}>
          <Heading id={heading} tabIndex={-1} className={classes.code}>
            {to ? (
              <Anchor component={AppLink} to={to} inherit title={t('card.openShipment')}>
                {shipment.tracking_code}
              </Anchor>
            ) : (
              shipment.tracking_code
            )}
          </Heading>
          <CopyCode code={shipment.tracking_code} />
        </div>
      </header>
      <ProgressLine {...progressOf(shipment)} />
      {children}
      <Facts shipment={shipment} telling={telling} />
      <Events shipment={shipment} telling={telling} open={open} />
    </article>
  )
}

/** The answer to the question that brought somebody here. */
function StateLine({ shipment }: { shipment: TrackedJourney }) {
  const headline = useHeadline()
  const { status } = shipment
  if (status === null) return null
  const { icon: StateIcon, color } = shipment.hold_reason ? HELD : STATUS[status]
  return (
    <div className={classes.headline}>
      <ThemeIcon variant="light" color={color} size="lg" radius="xl" aria-hidden>
        <StateIcon size={20} stroke={1.75} />
      </ThemeIcon>
      {headline(shipment)}
    </div>
  )
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation('tracking')
  return (
    <CopyButton value={code}>
      {({ copied, copy }) => (
        <ActionIcon
          aria-label={t('card.copyCode', { code })}
          title={copied ? t('card.copied') : t('card.copy')}
          onClick={copy}
          className={classes.copy}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}

/** Where from and where to, by which service, and by when. */
function Facts({ shipment, telling }: Pick<TrackedCardProps, 'shipment' | 'telling'>) {
  const { t, i18n } = useTranslation('tracking')
  const format = useFormat()
  const from = telling.countryName(shipment.from_country_id)
  const to = [shipment.to_city, telling.countryName(shipment.to_country_id)].filter(Boolean).join(', ')
  const service = localeText(shipment.service_title_locale, i18n.language)
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('card.way')}</dt>
        <dd className={classes.way}>
          {from || '—'} <IconArrowRight size={15} stroke={1.75} aria-label={t('card.to')} role="img" />{' '}
          {to || '—'}
        </dd>
      </div>
      {service && (
        <div>
          <dt>{t('card.service')}</dt>
          <dd>{service}</dd>
        </div>
      )}
      {shipment.due_on && (
        <div>
          <dt>{t('card.due')}</dt>
          <dd className={classes.due}>
            <IconCalendarEvent size={15} stroke={1.75} aria-hidden />
            <time dateTime={shipment.due_on}>{format.days(shipment.due_from_on, shipment.due_on)}</time>
          </dd>
        </div>
      )}
      <JourneyFacts shipment={shipment} />
    </dl>
  )
}

/** When somebody comes, how often somebody came, and who took the parcels. */
function JourneyFacts({ shipment: { pickup, delivery } }: Pick<TrackedCardProps, 'shipment'>) {
  const { t } = useTranslation('tracking')
  const spell = useWindow()
  const { attempts = 0, max_attempts, received_by } = delivery ?? {}
  const facts = [
    { name: 'pickup', text: pickup && spell(pickup.window) },
    { name: 'delivery', text: delivery?.window && spell(delivery.window) },
    {
      name: 'attempts',
      text: attempts > 0 && !received_by && t('card.attemptsOf', { used: attempts, max: max_attempts }),
    },
    { name: 'pin', text: delivery?.asks_pin && t('card.pinText') },
    { name: 'receivedBy', text: received_by },
  ] as const
  return facts.map(
    ({ name, text }) =>
      text && (
        <div key={name}>
          <dt>{t(`card.${name}`)}</dt>
          <dd>{text}</dd>
        </div>
      ),
  )
}

/** A brief answer has the day without times. */
function useWindow() {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  return ({ on_date, from_time, to_time }: JourneyWindow) => {
    const day = format.days(null, on_date)
    return from_time && to_time ? t('card.window', { day, from: from_time, to: to_time }) : day
  }
}

function Events({ shipment, telling, open }: Omit<TrackedCardProps, 'title' | 'children'>) {
  const { t, i18n } = useTranslation('tracking')
  const [opened, setOpened] = useState(open)
  const list = useId()
  const events = shipment.events.map((event, at) => ({
    // Without their times, two events can be alike; their order stays.
    id: `${event.code} ${event.occurred_at} ${event.location} ${shipment.events.length - at}`,
    icon: eventIcon(event),
    title: localeText(event.short_description_locale, i18n.language),
    text: localeText(event.description_locale, i18n.language),
    at: event.occurred_at,
    timeZone: event.time_zone,
    location: event.location,
    dayOnly: shipment.brief,
    detail:
      event.parcels.length > 0 &&
      t('card.parcels', {
        count: event.parcels.length,
        list: event.parcels.join(', '),
        total: shipment.parcel_count,
      }),
  }))
  if (events.length === 0) return <p className={classes.nothing}>{t('card.noEvents')}</p>
  return (
    <div className={classes.events}>
      {/* On paper all of them are told, so the older ones are only hidden. */}
      <div id={list} className={opened ? undefined : classes.newest}>
        <EventTimeline
          label={t('card.eventsOf', { code: shipment.tracking_code })}
          events={events}
          clock={telling.clock}
          readerZone={telling.readerZone}
        />
      </div>
      {events.length > 1 && !open && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="sm"
          aria-expanded={opened}
          aria-controls={list}
          rightSection={
            <IconChevronDown size={15} aria-hidden className={opened ? classes.turned : undefined} />
          }
          onClick={() => setOpened(!opened)}
          className={classes.more}
        >
          {opened ? t('card.less') : t('card.more', { count: events.length })}
        </Button>
      )}
    </div>
  )
}

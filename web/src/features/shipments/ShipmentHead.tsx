import { Anchor, Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsCross,
  IconBan,
  IconCalendarEvent,
  IconCashOff,
  IconHandStop,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Shipment, type ShipmentHold, ShipmentStatus } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { missingName } from '@/shared/shipments/missing-fields'
import { useFormat } from '@/ui/format'
import { sentences } from '@/ui/wording'
import { SettleEvents } from './SettleEvents'
import classes from './ShipmentHead.module.css'
import { StageBar } from './StageBar'
import { courseOf } from './stages'
import { useHoldWords } from './useHoldWords'

/** Where it goes, how far it is, when it arrives, and what is wrong. */
export function ShipmentHead({ shipment }: { shipment: Shipment }) {
  return (
    <section className={classes.head}>
      <Group justify="space-between" gap="xs">
        <Way shipment={shipment} />
        <Due shipment={shipment} />
      </Group>
      <StageBar status={shipment.status} confirmed_at={shipment.confirmed_at} />
      {shipment.hold && (
        // The reason has the words of the public tracking, which few pages need.
        <Suspense>
          <Held shipment={shipment} hold={shipment.hold} />
        </Suspense>
      )}
      {shipment.contradicted_at && <Contradicted shipment={shipment} />}
      {shipment.unconfirmed && <Unconfirmed />}
      <Wrong shipment={shipment} />
    </section>
  )
}

function Way({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  return (
    <p className={classes.way}>
      <Town country={shipment.from_country_id} city={shipment.from_city} />
      <IconArrowRight size={18} stroke={1.75} role="img" aria-label={t('show.to')} />
      <Town country={shipment.to_country_id} city={shipment.to_city} />
    </p>
  )
}

function Town({ country, city }: { country: number | null; city: string | null }) {
  const { t } = useTranslation('shipments')
  const name = useCountryName()
  return <span>{[city, name(country)].filter(Boolean).join(', ') || t('show.nowhere')}</span>
}

/** When it is expected; a day that has passed is named as such until it has arrived. */
function Due({ shipment: { due_on, due_from_on, status } }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  if (!due_on) return null
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: format.preferences.timeZone }).format(new Date())
  const under = ['going', 'waiting'].includes(courseOf(status))
  const late = under && due_on < today
  return (
    <Text size="sm" c={late ? 'var(--mantine-color-red-text)' : undefined} className={classes.due}>
      <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
      {t(late ? 'show.late' : 'show.due', { day: format.days(due_from_on, due_on) })}
    </Text>
  )
}

/** The meaning of a status that needs an action. */
const WRONG = {
  [ShipmentStatus.AwaitingPayment]: 'wrong.payment',
  [ShipmentStatus.ReweighHold]: 'wrong.weight',
  [ShipmentStatus.CustomsHold]: 'wrong.customs',
  [ShipmentStatus.DeliveryFailed]: 'wrong.delivery',
  [ShipmentStatus.Returning]: 'wrong.returning',
  [ShipmentStatus.Lost]: 'wrong.lost',
  [ShipmentStatus.Seized]: 'wrong.seized',
} as const satisfies Partial<Record<ShipmentStatus, string>>

/** It moved before it was confirmed, so nothing is charged yet. */
function Unconfirmed() {
  const { t } = useTranslation('shipments')
  return (
    <Note icon={<IconCashOff size={16} aria-hidden />} title={t('unconfirmed')} warning>
      {t('wrong.unconfirmed')}
    </Note>
  )
}

/** Only staff see it: they find out what is true. */
function Contradicted({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  return (
    <Note icon={<IconArrowsCross size={16} aria-hidden />} title={t('contradiction.title')} warning>
      {t('contradiction.text')} {shipment.can.record_event && <SettleEvents shipment={shipment} />}
    </Note>
  )
}

type HeldProps = { shipment: Shipment; hold: ShipmentHold }

/** Why, since when and until when it is held; staff also read by whom, and the note. */
function Held({ shipment: { hold_note, held_by_name }, hold }: HeldProps) {
  const { t } = useTranslation('shipments')
  const holdWords = useHoldWords()
  const format = useFormat()
  const since = format.dateTime(hold.since)
  return (
    <Note icon={<IconHandStop size={16} aria-hidden />} title={holdWords(hold.reason)} warning>
      {sentences([
        held_by_name ? t('hold.sinceBy', { since, name: held_by_name }) : t('hold.since', { since }),
        hold.until && t('hold.until', { day: format.day(hold.until) }),
        hold_note,
      ])}
    </Note>
  )
}

/** The reason why this shipment waits or has ended. */
function Wrong({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation(['shipments', 'shipment-status'])
  if (shipment.cancelled_at) {
    return (
      <Note icon={<IconBan size={16} aria-hidden />} title={t('show.cancelled')}>
        {shipment.cancel_reason}
      </Note>
    )
  }
  if (shipment.missing.length > 0) return <Missing shipment={shipment} />
  const key = WRONG[shipment.status as keyof typeof WRONG] as (typeof WRONG)[keyof typeof WRONG] | undefined
  if (!key) return null
  return (
    <Note
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title={t(`shipment-status:status.${shipment.status}`)}
      warning={courseOf(shipment.status) === 'waiting'}
    >
      {t(key)}
    </Note>
  )
}

/** Each leads to its field of the form. */
function Missing({ shipment }: { shipment: Shipment }) {
  const { id } = shipment
  const { t } = useTranslation('shipments')
  const isOpen = shipment.can.update || shipment.can.complete || shipment.can.reprice
  return (
    <Note icon={<IconAlertTriangle size={16} aria-hidden />} title={t('show.missing')} warning>
      <ul className={classes.missing}>
        {shipment.missing.map((field) => (
          <li key={field}>
            {isOpen ? (
              <Anchor
                size="sm"
                c="inherit"
                renderRoot={(props) => (
                  <Link to="/shipments/$id/edit" params={{ id }} search={{ focus: field }} {...props} />
                )}
              >
                {missingName(field, t)}
              </Anchor>
            ) : (
              missingName(field, t)
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}

type NoteProps = { icon: ReactNode; title: string; warning?: boolean; children: ReactNode }

function Note({ icon, title, warning, children }: NoteProps) {
  return (
    <div className={classes.note} data-warning={warning || undefined} role="note">
      {icon}
      <div>
        <b>{title}</b> {children}
      </div>
    </div>
  )
}

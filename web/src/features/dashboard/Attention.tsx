import { Text } from '@mantine/core'
import {
  type Icon,
  IconArrowsCross,
  IconCashOff,
  IconChevronRight,
  IconCircleCheck,
  IconClockExclamation,
  IconClockPause,
  IconCreditCard,
  IconDoorOff,
  IconFileAlert,
  IconForms,
  IconHandStop,
  IconLifebuoy,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttentionCause, Attention as Cause } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import classes from './Dashboard.module.css'

const ICONS: Record<AttentionCause, Icon> = {
  on_hold: IconHandStop,
  delivery_failed: IconDoorOff,
  contradicted: IconArrowsCross,
  unconfirmed: IconCashOff,
  missing_data: IconForms,
  awaiting_payment: IconCreditCard,
  idle: IconClockPause,
  open_demands: IconClockExclamation,
  refused_lines: IconFileAlert,
  unread_tickets: IconLifebuoy,
}

/** The list that shows the records of a cause, with the filter that counted them. */
function listOf({ cause, status, on_hold, idle_days, refused_days }: Cause) {
  if (cause === 'unread_tickets') return `${paths['supports.index']()}?status=all&unread=true`
  if (cause === 'open_demands') return `${paths['regulatory_requests.index']()}?demand=true`
  if (refused_days !== null) return `${paths['shipments.imports.index']()}?refused_days=${refused_days}`
  if (cause === 'contradicted') return `${paths['shipments.index']()}?contradicted=true`
  if (cause === 'unconfirmed') return `${paths['shipments.index']()}?unconfirmed=true`
  if (on_hold) return `${paths['shipments.index']()}?on_hold=true`
  const filter = status === null ? `idle_days=${idle_days}` : `status=${encodeURIComponent(status)}`
  return `${paths['shipments.index']()}?${filter}`
}

/** Records that need attention, one line for each cause. */
export function Attention({ causes }: { causes: Cause[] }) {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {t('attention.title')}
      </h2>
      {causes.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={20} aria-hidden className={classes.calmIcon} />
          {t('attention.none')}
        </p>
      ) : (
        <ul className={classes.causes}>
          {causes.map((cause) => (
            <li key={cause.cause}>
              <Line cause={cause} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ cause }: { cause: Cause }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const CauseIcon = ICONS[cause.cause]
  return (
    <AppLink to={listOf(cause)} className={classes.cause}>
      <CauseIcon size={20} stroke={1.75} aria-hidden className={classes.causeIcon} />
      <span className={classes.total}>
        {format.number(cause.total)}
        {cause.total_capped && '+'}
      </span>
      <span>
        {t(`attention.${cause.cause}`)}
        <Text component="span" size="sm" c="dimmed" display="block">
          {t(`attention.text.${cause.cause}`, {
            count: cause.import_count ?? cause.overdue_count ?? cause.idle_days ?? 0,
          })}
        </Text>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.way} />
    </AppLink>
  )
}

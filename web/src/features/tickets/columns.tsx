import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { SupportTicketSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { Clock, isOverdue } from './Clocks'
import { statusLook } from './status'
import classes from './Tickets.module.css'

export const isRead = ({
  updated_at,
  last_seen_at,
}: Pick<SupportTicketSummary, 'updated_at' | 'last_seen_at'>) =>
  last_seen_at !== null && Date.parse(updated_at) < Date.parse(last_seen_at)

/** '#12 Delayed shipment'. */
export const titleOf = (
  { number, title_locale }: Pick<SupportTicketSummary, 'number' | 'title_locale'>,
  language: string,
) => `#${number} ${localeText(title_locale, language)}`

export const ticketColumns = (
  t: TFunction<'tickets'>,
  { language, isStaff }: { language: string; isStaff: boolean },
): Column<SupportTicketSummary>[] => [
  {
    id: 'number',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 290,
    cell: (ticket) => <Title ticket={ticket} language={language} unread={t('unread')} />,
    text: (ticket) => titleOf(ticket, language),
    below: ({ short_body }) => short_body,
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 124,
    cell: ({ support_ticket_status }) => <StatusBadge status={statusLook(support_ticket_status, t)} />,
    text: ({ support_ticket_status }) => t(`status.${support_ticket_status}`),
    below: ({ active, clocks }) => {
      if (!isOverdue(clocks)) return active ? undefined : t('inactive')
      return active ? t('overdue') : `${t('inactive')} · ${t('overdue')}`
    },
  },
  {
    id: 'created_by',
    header: t('field.from'),
    width: 140,
    cell: ({ created_by }) => created_by.name,
    below: ({ created_by }) => created_by.label,
  },
  {
    id: 'shipment',
    header: t('field.shipment'),
    width: 136,
    cell: ({ shipment, shipment_id }) =>
      shipment && shipment_id ? (
        <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })} size="sm">
          {shipment}
        </Anchor>
      ) : null,
    text: ({ shipment }) => shipment ?? '',
  },
  {
    id: 'priority',
    header: t('field.priority'),
    sortable: true,
    optional: true,
    width: 100,
    cell: ({ priority }) => t(`priority.${priority}`),
  },
  {
    id: 'created_at',
    header: t('field.created'),
    sortable: true,
    width: 112,
    cell: ({ created_at }) => <Moment at={created_at} relative />,
    text: ({ created_at }) => created_at,
  },
  {
    id: 'updated_at',
    header: t('field.updated'),
    sortable: true,
    width: 112,
    cell: ({ updated_at }) => <Moment at={updated_at} relative />,
    text: ({ updated_at }) => updated_at,
  },
  ...(isStaff ? clockColumns(t) : []),
]

/** The clocks, for staff. */
const clockColumns = (t: TFunction<'tickets'>): Column<SupportTicketSummary>[] =>
  (['first_response', 'resolution'] as const).map((id) => ({
    id,
    header: t(id === 'resolution' ? 'field.resolution' : 'field.firstResponse'),
    width: 150,
    optional: true,
    cell: ({ clocks }) => clocks && <Clock clock={clocks[id]} />,
    text: ({ clocks }) => clocks?.[id].minutes ?? '',
  }))

type TitleProps = { ticket: SupportTicketSummary; language: string; unread: string }

function Title({ ticket, language, unread }: TitleProps) {
  if (isRead(ticket) || !ticket.active) return titleOf(ticket, language)
  return (
    <span className={classes.unread}>
      <span className={classes.dot} role="img" aria-label={unread} />
      {titleOf(ticket, language)}
    </span>
  )
}

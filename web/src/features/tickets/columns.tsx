import { Anchor } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { SupportTicketSummary } from '@/api/schema'
import { activeColumn } from '@/blocks/record-columns'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { Clock, isOverdue } from './Clocks'
import { isOpen, statusLook } from './status'
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
  common: TFunction<'common'>,
  { language, isStaff }: { language: string; isStaff: boolean },
): Column<SupportTicketSummary>[] => [
  {
    id: 'number',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 250,
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
    below: ({ clocks }) => isOverdue(clocks) && t('overdue'),
  },
  {
    id: 'priority',
    header: t('field.priority'),
    sortable: true,
    optional: !isStaff,
    width: 106,
    cell: ({ priority }) => t(`priority.${priority}`),
  },
  {
    id: 'assignee',
    header: t('field.assignee'),
    width: 128,
    cell: ({ assignee }) => assignee?.name,
  },
  {
    id: 'created_by',
    header: t('field.from'),
    width: 130,
    cell: ({ created_by }) => created_by.name,
    below: ({ created_by }) => created_by.label,
  },
  {
    id: 'shipment',
    header: t('field.shipment'),
    roomy: true,
    width: 132,
    cell: ({ shipment, shipment_id }) =>
      shipment && shipment_id ? (
        <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })} size="sm">
          {shipment}
        </Anchor>
      ) : null,
    text: ({ shipment }) => shipment ?? '',
  },
  { ...activeColumn(common), header: t('field.active'), optional: !isStaff, width: 96 },
  {
    id: 'created_at',
    header: t('field.created'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
    below: (ticket) => isOpen(ticket) && <Moment at={ticket.created_at} relative />,
  },
  {
    id: 'updated_at',
    header: t('field.updated'),
    sortable: true,
    width: 166,
    roomy: true,
    cell: ({ updated_at }) => <Moment at={updated_at} relative />,
    text: ({ updated_at }) => new Date(updated_at),
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
  if (isRead(ticket) || !isOpen(ticket)) return titleOf(ticket, language)
  return (
    <span className={classes.unread}>
      <span className={classes.dot} role="img" aria-label={unread} />
      {titleOf(ticket, language)}
    </span>
  )
}

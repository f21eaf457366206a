import { ActionIcon, Badge, Menu, Text } from '@mantine/core'
import { IconAlarm, IconDots, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type SupportTicketSummary, TicketStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { MenuItem } from '@/ui/table/RowMenu'
import { Moment } from '@/ui/time/Moment'
import classes from './Board.module.css'
import { COLUMNS, moveTo } from './board'
import { isOverdue } from './Clocks'
import { isRead, titleOf } from './columns'
import { isOpen } from './status'
import { useTicketActions, VERBS } from './useTicketActions'

type BoardCardProps = {
  ticket: SupportTicketSummary
  onDrag(ticket: SupportTicketSummary | undefined): void
}

const URGENT = 30

/** One ticket of the board, to drag; its menu moves it without dragging. */
export function BoardCard({ ticket, onDrag }: BoardCardProps) {
  const { t, i18n } = useTranslation('tickets')
  const { id, created_by, assignee, short_body, shipment, updated_at, priority } = ticket
  const title = titleOf(ticket, i18n.language)
  return (
    <article
      className={classes.card}
      aria-label={title}
      draggable
      data-unread={(isOpen(ticket) && !isRead(ticket)) || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        onDrag(ticket)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <header className={classes.cardHead}>
        <AppLink to={paths['support_tickets.show']({ id })} draggable={false} className={classes.title}>
          {title}
        </AppLink>
        <CardMenu ticket={ticket} label={title} />
      </header>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {short_body}
      </Text>
      <footer className={classes.foot}>
        {priority >= URGENT && (
          <Badge color={priority > URGENT ? 'red' : 'orange'} variant="light" radius="sm" tt="none">
            {t(`priority.${priority}`)}
          </Badge>
        )}
        {isOverdue(ticket.clocks) && (
          <Badge
            color="red"
            variant="light"
            radius="sm"
            tt="none"
            leftSection={<IconAlarm size={13} aria-hidden />}
          >
            {t('overdue')}
          </Badge>
        )}
        <span>{created_by.label ?? created_by.name}</span>
        {shipment && <span>{shipment}</span>}
        {assignee && <span>{t('ownedBy', { name: assignee.name })}</span>}
        <Moment at={updated_at} relative />
      </footer>
    </article>
  )
}

function CardMenu({ ticket, label }: { ticket: SupportTicketSummary; label: string }) {
  const { t } = useTranslation('tickets')
  const { move } = useTicketActions()
  const targets = [...COLUMNS, TicketStatus.Archived].filter(
    (status) => status !== ticket.support_ticket_status,
  )
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon aria-label={t('moveOne', { name: label })} size="sm">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem
          entry={{
            label: t('open'),
            icon: IconExternalLink,
            to: paths['support_tickets.show']({ id: ticket.id }),
          }}
        />
        {targets.map((status) => {
          const verb = moveTo(status, ticket)
          return (
            <MenuItem
              key={status}
              entry={{
                label: t('moveTo', { status: t(`status.${status}`) }),
                icon: verb ? VERBS[verb].icon : IconDots,
                ...(verb
                  ? { run: () => void move(verb, ticket) }
                  : { refused: t(status === TicketStatus.Waiting ? 'waitsByReply' : 'notFromHere') }),
              }}
            />
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Alert, Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconPackage, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketSeen, useSupportTicketShow } from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { Clocks } from './Clocks'
import { titleOf } from './columns'
import { EditTicket } from './EditTicket'
import { Messages } from './Messages'
import { Owner } from './Owner'
import { Recipients } from './Recipients'
import { ReplyForm } from './ReplyForm'
import { refreshTickets } from './refresh'
import { isOpen, statusLook } from './status'
import { TicketClient } from './TicketClient'
import { TicketMail } from './TicketMail'
import classes from './Tickets.module.css'
import { MOVES, useTicketActions, VERBS } from './useTicketActions'

/** One ticket: from whom, to whom, its messages, and the answer. */
export function TicketPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation('tickets')
  const result = useSupportTicketShow(id)
  const ticket = result.data?.data
  if (!ticket) {
    return (
      <ResourcePage title={t('one')} width="form">
        {result.error ? (
          <LoadFailure title={t('failed')} result={result} />
        ) : (
          <Skeleton height={320} radius="lg" />
        )}
      </ResourcePage>
    )
  }
  const clientId = ticket.client_id
  return (
    <ResourcePage
      title={titleOf(ticket, i18n.language)}
      aside={<StatusBadge status={statusLook(ticket.support_ticket_status, t)} />}
      text={<From ticket={ticket} />}
      action={<Actions ticket={ticket} />}
      width={clientId ? 'full' : 'form'}
    >
      <div className={clientId ? classes.withSide : undefined}>
        <Opened key={ticket.id} ticket={ticket} />
        {clientId && <TicketClient id={clientId} name={ticket.created_by.label ?? ''} />}
      </div>
    </ResourcePage>
  )
}

function From({ ticket: { created_by, created_at } }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const name = created_by.label ? `${created_by.name} (${created_by.label})` : created_by.name
  return t('fromAt', { name, at: format.dateTime(created_at) })
}

function Opened({ ticket }: { ticket: SupportTicket }) {
  useSeen(ticket)
  const { can } = ticket
  return (
    <Stack gap="lg">
      <div className={classes.facts}>
        <Owner ticket={ticket} />
        <Clocks ticket={ticket} />
        <Recipients ticket={ticket} />
        <TicketMail ticket={ticket} />
      </div>
      <Messages ticketId={ticket.id} messages={ticket.messages} />
      {can.reply ? <ReplyForm ticket={ticket} /> : <Unanswerable ticket={ticket} />}
    </Stack>
  )
}

/** Says why nobody can reply here. Who cannot reopen a closed ticket opens another one about the same. */
function Unanswerable({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const profile = useProfile()
  const isClosed = !isOpen(ticket)
  const asksAgain = isClosed && !ticket.can.reopen && profile.can['support_ticket.create'] === true
  const about = ticket.shipment_id ? `?shipment_id=${ticket.shipment_id}` : ''
  return (
    <Alert color="gray">
      {t(isClosed ? 'notOpen' : 'noReply')}{' '}
      {asksAgain && (
        <Anchor component={AppLink} to={`${paths['supports.create']()}${about}`} size="sm">
          {t('create')}
        </Anchor>
      )}
    </Alert>
  )
}

/** Reading a ticket marks it as read, again whenever it changes on the open page. */
function useSeen({ id, updated_at, last_seen_at }: SupportTicket) {
  const client = useQueryClient()
  const isUnread = last_seen_at === null || Date.parse(last_seen_at) <= Date.parse(updated_at)
  useEffect(() => {
    if (!isUnread) return
    supportTicketSeen(id, { quiet: true }).then(
      () => refreshTickets(client),
      () => undefined,
    )
  }, [client, id, isUnread])
}

/** The toolbar: what the server allows, and nothing on an archived ticket but the way back. */
function Actions({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const { move, remove } = useTicketActions()
  const [editing, setEditing] = useState(false)
  return (
    <Group gap="xs" className={classes.actions}>
      {editing && <EditTicket ticket={ticket} onClose={() => setEditing(false)} />}
      {ticket.shipment_id && (
        <Button
          component={AppLink}
          to={paths['shipments.show']({ id: ticket.shipment_id })}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconPackage size={16} aria-hidden />}
        >
          {t('seeShipment')}
        </Button>
      )}
      {ticket.can.update && (
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('edit')}
        </Button>
      )}
      {MOVES.filter((verb) => ticket.can[verb]).map((verb) => {
        const VerbIcon = VERBS[verb].icon
        return (
          <Button
            key={verb}
            variant="default"
            classNames={ICON_ON_PHONE}
            leftSection={<VerbIcon size={16} aria-hidden />}
            onClick={() => void move(verb, ticket)}
          >
            {t(`action.${verb}`)}
          </Button>
        )
      })}
      {ticket.can.delete && (
        <Button
          variant="default"
          color="red"
          classNames={ICON_ON_PHONE}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove(ticket, () => void navigate({ href: paths['supports.index']() }))}
        >
          {t('action.delete')}
        </Button>
      )}
    </Group>
  )
}

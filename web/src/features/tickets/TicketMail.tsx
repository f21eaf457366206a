import { Anchor, Badge, Button, Group, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportTicketResumeMail, supportTicketRevokeMail } from '@/api/generated/endpoints/support/support'
import type { SupportCorrespondent, SupportTicket } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { refreshTicket } from './refresh'
import classes from './Tickets.module.css'

/** The e-mails of a ticket: whether people can reply, which addresses it writes to, and the ticket before it. */
export function TicketMail({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const { replies, follows, correspondents, can_change } = ticket.by_email
  if (!follows && correspondents.length === 0) return null
  const failing = correspondents.filter(({ failing_since }) => failing_since).length
  return (
    <Stack gap={4}>
      {follows && (
        <span className={classes.dimmed}>
          {t('mail.follows')}{' '}
          <Anchor component={AppLink} to={paths['support_tickets.show']({ id: follows.id })} size="sm">
            #{follows.number}
          </Anchor>
        </span>
      )}
      {correspondents.length > 0 && (
        <details className={classes.to} open={failing > 0}>
          <summary>
            {t('mail.addresses', { count: correspondents.length })}
            {failing > 0 && (
              <Badge color="red" variant="light" radius="sm" tt="none">
                {t('mail.failingCount', { count: failing })}
              </Badge>
            )}
            <IconChevronDown size={14} aria-hidden />
          </summary>
          {!replies && <p className={classes.dimmed}>{t('mail.off')}</p>}
          <ul>
            {correspondents.map((one) => (
              <Correspondent key={one.id} ticket={ticket} one={one} canChange={can_change} />
            ))}
          </ul>
        </details>
      )}
    </Stack>
  )
}

type CorrespondentProps = { ticket: SupportTicket; one: SupportCorrespondent; canChange: boolean }

function Correspondent({ ticket, one, canChange }: CorrespondentProps) {
  const { t } = useTranslation('tickets')
  const { resume, revoke } = useCorrespondence(ticket.id, one)
  const isOff = one.failing_since !== null || one.revoked_at !== null
  return (
    <li>
      <Group gap="xs">
        <b>{one.name}</b>
        <span className={classes.dimmed}>{one.email}</span>
        {isOff && (
          <Badge color={one.revoked_at ? 'gray' : 'red'} variant="light" radius="sm" tt="none">
            {t(one.revoked_at ? 'mail.revoked' : 'mail.failing')}
          </Badge>
        )}
        {canChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t(isOff ? 'mail.resumeOf' : 'mail.revokeOf', { name: one.name })}
            onClick={() => void (isOff ? resume() : revoke())}
          >
            {t(isOff ? 'mail.resume' : 'mail.revoke')}
          </Button>
        )}
      </Group>
    </li>
  )
}

function useCorrespondence(ticketId: string, { id, name }: SupportCorrespondent) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()

  async function resume() {
    try {
      refreshTicket(client, await supportTicketResumeMail(ticketId, id))
      notify.success(t('mail.resumed'))
    } catch (error) {
      notify.failure(error)
    }
  }

  async function revoke() {
    await confirm({
      title: t('mail.revokeTitle', { name }),
      text: t('mail.revokeText'),
      action: t('mail.revoke'),
      danger: true,
      run: async () => refreshTicket(client, await supportTicketRevokeMail(ticketId, id)),
    })
  }

  return { resume, revoke }
}

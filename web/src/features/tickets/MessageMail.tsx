import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconChevronDown, IconMailQuestion } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSupportMailFileUrl, supportTicketAcceptMail } from '@/api/generated/endpoints/support/support'
import type { SupportMessageMail, TicketMessage } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { refreshTicket } from './refresh'
import classes from './Tickets.module.css'

/** The raw e-mail, as a download of the API. */
const fileOf = (id: string) => `/api${getSupportMailFileUrl(id).replace(/^\/api/, '')}`

/** Below a message that came by e-mail: the quoted text, the raw e-mail, and who has really written it. */
export function MessageMail({ ticketId, message }: { ticketId: string; message: TicketMessage }) {
  const { t } = useTranslation('tickets')
  const mail = message.by_email
  if (!mail) return null
  return (
    <>
      {mail.folded && (
        <details className={classes.folded}>
          <summary>
            {t('mail.quoted')}
            <IconChevronDown size={14} aria-hidden />
          </summary>
          <pre>{mail.folded}</pre>
        </details>
      )}
      {mail.mail_kind === 'unclear' && <Unclear ticketId={ticketId} id={message.id} mail={mail} />}
      {mail.mail_id && (
        <Group gap="xs" className={classes.dimmed}>
          <span>{t('mail.from', { address: mail.sender })}</span>
          <Anchor href={fileOf(mail.mail_id)} download size="sm">
            {t('mail.raw')}
          </Anchor>
        </Group>
      )}
    </>
  )
}

/** An e-mail whose sender is no recipient, or that may be forged: staff accept it, or leave it as a note. */
function Unclear({ ticketId, id, mail }: { ticketId: string; id: string; mail: SupportMessageMail }) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)

  async function accept() {
    setSaving(true)
    try {
      refreshTicket(client, await supportTicketAcceptMail(ticketId, id))
      notify.success(t('mail.acceptDone'))
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
    }
  }

  if (mail.accepted) return <span className={classes.dimmed}>{t('mail.accepted')}</span>
  return (
    <Alert color="orange" icon={<IconMailQuestion size={18} />} my="xs">
      <Group justify="space-between" gap="xs">
        <span>{mail.through ? t('mail.through', { name: mail.through }) : t('mail.unclear')}</span>
        {mail.can_accept && (
          <Button size="compact-sm" variant="default" loading={saving} onClick={() => void accept()}>
            {t('mail.accept')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketAppendRecipient } from '@/api/generated/endpoints/support/support'
import type { SupportTicket, TicketAddress } from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { localeText } from '@/ui/locale-text'
import { AddressPicker, type Picked, recipientsOf } from './AddressPicker'
import { refreshTicket } from './refresh'
import classes from './Tickets.module.css'

/** Whom the ticket is addressed to; the line opens the whole list. */
export function Recipients({ ticket }: { ticket: SupportTicket }) {
  const { t, i18n } = useTranslation('tickets')
  const { is_outside } = useProfile()
  const [adding, setAdding] = useState(false)
  const names = ticket.addresses.map((address) => nameOf(address, i18n.language))
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      {names.length === 0 ? (
        !is_outside && <span className={classes.dimmed}>{t('toNobody')}</span>
      ) : (
        <details className={classes.to}>
          <summary>
            {t('to', { count: names.length, first: names[0] })}
            <IconChevronDown size={14} aria-hidden />
          </summary>
          <ul>
            {ticket.addresses.map((address) => (
              <li key={address.id}>
                <b>{nameOf(address, i18n.language)}</b>{' '}
                <span className={classes.dimmed}>
                  {t(`type.${address.address_type}`)}
                  {address.address_type !== 'user' && ` · ${address.option ?? t('everybody')}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ticket.can.append_recipient && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('addRecipient')}
        </Button>
      )}
      {adding && <AddRecipients ticket={ticket} onClose={() => setAdding(false)} />}
    </Group>
  )
}

const nameOf = ({ label, title_locale }: TicketAddress, language: string) =>
  label ?? localeText(title_locale, language) ?? ''

function AddRecipients({ ticket, onClose }: { ticket: SupportTicket; onClose(): void }) {
  const { t } = useTranslation(['tickets', 'common'])
  const client = useQueryClient()
  const [picked, setPicked] = useState<Picked[]>([])
  const [saving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    try {
      refreshTicket(
        client,
        await supportTicketAppendRecipient(ticket.id, { recipients: recipientsOf(picked) }),
      )
      notify.success(t('recipientsAdded'))
      onClose()
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('addRecipient')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md" mih={320} justify="space-between">
        <AddressPicker
          label={t('field.recipients')}
          description={t('recipientsText')}
          picked={picked}
          onChange={setPicked}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={saving} disabled={picked.length === 0} onClick={() => void save()}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

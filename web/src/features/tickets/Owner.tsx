import { Button, Group, Modal, Select, Stack } from '@mantine/core'
import { IconUserCheck, IconUserShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketAssign, useSupportTicketColleagues } from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import { refreshTicket } from './refresh'
import classes from './Tickets.module.css'

type OwnerProps = { ticket: SupportTicket }

/** Who of the staff looks after the ticket; staff take it or give it to a colleague. */
export function Owner({ ticket }: OwnerProps) {
  const { t } = useTranslation('tickets')
  const { id, is_outside } = useProfile()
  const [giving, setGiving] = useState(false)
  const { assign, isBusy } = useAssign(ticket)
  const { assignee, can } = ticket
  if (is_outside && !assignee) return null
  return (
    <Group gap="xs">
      <span className={assignee ? undefined : classes.dimmed}>
        {assignee ? t('ownedBy', { name: assignee.name }) : t('noOwner')}
      </span>
      {can.assign && assignee?.id !== id && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isBusy}
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => void assign(id)}
        >
          {t('take')}
        </Button>
      )}
      {can.assign && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconUserShare size={16} aria-hidden />}
          onClick={() => setGiving(true)}
        >
          {t('give')}
        </Button>
      )}
      {giving && <GiveDialog ticket={ticket} onClose={() => setGiving(false)} />}
    </Group>
  )
}

/** Chooses a colleague of the department, or nobody. */
function GiveDialog({ ticket, onClose }: OwnerProps & { onClose(): void }) {
  const { t } = useTranslation(['tickets', 'common'])
  const result = useSupportTicketColleagues(ticket.id)
  const { assign, isBusy } = useAssign(ticket, onClose)
  const [chosen, setChosen] = useState(ticket.assignee?.id ?? null)
  const people = (result.data?.data ?? []).map(({ id, label }) => ({ value: id, label }))
  const { assignee } = ticket
  // Somebody who has left the department stays where the ticket is.
  const isMissing = assignee?.id && !people.some(({ value }) => value === assignee.id)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('giveTitle', { number: ticket.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {result.error ? <LoadFailure title={t('colleaguesFailed')} result={result} /> : null}
        <Select
          label={t('field.assignee')}
          placeholder={t('noOwner')}
          searchable
          clearable
          data-autofocus
          data={[...(isMissing ? [{ value: assignee.id ?? '', label: assignee.name }] : []), ...people]}
          value={chosen}
          onChange={setChosen}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void assign(chosen)}>
            {t('give')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function useAssign(ticket: SupportTicket, onDone?: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function assign(assignee_id: string | null) {
    setBusy(true)
    try {
      const saved = await supportTicketAssign(ticket.id, { assignee_id })
      refreshTicket(client, saved)
      const { assignee } = saved.data
      notify.success(assignee ? t('given', { name: assignee.name }) : t('left'))
      onDone?.()
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  return { assign, isBusy }
}

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { SupportTicketSummary } from '@/api/schema'
import { titleOf } from './columns'
import { refreshTickets } from './refresh'
import classes from './Tickets.module.css'
import { doVerb, type TicketVerb } from './useTicketActions'

type BulkTicketsProps = {
  verb: TicketVerb
  tickets: SupportTicketSummary[]
  /** Takes the selection back. */
  clear(): void
  onClose(): void
}

type Outcome = { ticket: SupportTicketSummary; failure?: string }

/** Does an action for each chosen ticket, and says what became of each. */
export function BulkTickets({ verb, tickets, clear, onClose }: BulkTicketsProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const [running, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    const told: Outcome[] = []
    for (const ticket of tickets) {
      const failure = await doVerb(verb, ticket.id).then(
        () => undefined,
        (error: unknown) => errorText(error),
      )
      told.push(failure ? { ticket, failure } : { ticket })
    }
    setOutcomes(told)
    setRunning(false)
    refreshTickets(client)
    clear()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      title={t('many.title', { count: tickets.length, action: t(`action.${verb}`) })}
    >
      <Stack gap="sm">
        {outcomes ? <Report outcomes={outcomes} verb={verb} /> : <Text>{t('many.text')}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={running}>
            {t(outcomes ? 'common:close' : 'common:cancel')}
          </Button>
          {!outcomes && (
            <Button
              color={verb === 'delete' ? 'red' : undefined}
              loading={running}
              onClick={() => void run()}
            >
              {t(`action.${verb}`)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Report({ outcomes, verb }: { outcomes: Outcome[]; verb: TicketVerb }) {
  const { t, i18n } = useTranslation('tickets')
  return (
    <ul className={classes.outcomes}>
      {outcomes.map(({ ticket, failure }) => (
        <li key={ticket.id} data-failed={failure ? true : undefined}>
          {failure ? <IconCircleX size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
          <span>
            {titleOf(ticket, i18n.language)}
            <Text component="span" size="sm" c="dimmed" display="block">
              {failure ?? t(`done.${verb}`)}
            </Text>
          </span>
        </li>
      ))}
    </ul>
  )
}

import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportTicketChangeMany } from '@/api/generated/endpoints/support/support'
import type { SupportTicketResult, SupportTicketSummary, SupportTicketVerb } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { titleOf } from './columns'
import { refreshTickets } from './refresh'

type BulkTicketsProps = {
  verb: SupportTicketVerb
  tickets: SupportTicketSummary[]
  /** Takes the selection back. */
  clear(): void
  onClose(): void
}

/** Does an action on the chosen tickets in one call, and says what became of each. */
export default function BulkTickets({ verb, tickets, clear, onClose }: BulkTicketsProps) {
  const { t, i18n } = useTranslation('tickets')
  const client = useQueryClient()

  async function run() {
    const { data } = await supportTicketChangeMany({ ids: tickets.map(({ id }) => id), action: verb })
    refreshTickets(client)
    clear()
    return data.map(resultOf)
  }

  function resultOf({ id, done, message }: SupportTicketResult): BulkResult {
    const ticket = tickets.find((one) => one.id === id)
    return {
      key: id,
      name: ticket ? titleOf(ticket, i18n.language) : id,
      state: done ? 'done' : 'failed',
      text: message ?? t(`done.${verb}`),
    }
  }

  return (
    <BulkDialog
      opened
      onClose={onClose}
      title={t('many.title', { count: tickets.length, action: t(`action.${verb}`) })}
      action={{ label: t(`action.${verb}`), danger: verb === 'delete' }}
      run={run}
    >
      <Text>{t('many.text')}</Text>
    </BulkDialog>
  )
}

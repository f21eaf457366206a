import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { SupportTicketSummary } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { titleOf } from './columns'
import { refreshTickets } from './refresh'
import { doVerb, type TicketVerb } from './useTicketActions'

type BulkTicketsProps = {
  verb: TicketVerb
  tickets: SupportTicketSummary[]
  /** Takes the selection back. */
  clear(): void
  onClose(): void
}

/** Does an action for each chosen ticket, and says what became of each. */
export function BulkTickets({ verb, tickets, clear, onClose }: BulkTicketsProps) {
  const { t, i18n } = useTranslation('tickets')
  const client = useQueryClient()

  async function resultOf(ticket: SupportTicketSummary): Promise<BulkResult> {
    const record = { key: ticket.id, name: titleOf(ticket, i18n.language) }
    try {
      await doVerb(verb, ticket.id)
      return { ...record, state: 'done', text: t(`done.${verb}`) }
    } catch (error) {
      return { ...record, state: 'failed', text: errorText(error) }
    }
  }

  async function run() {
    const results: BulkResult[] = []
    for (const ticket of tickets) results.push(await resultOf(ticket))
    refreshTickets(client)
    clear()
    return results
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

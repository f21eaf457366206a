import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketChangeMany } from '@/api/generated/endpoints/support/support'
import type { SupportTicketResult, SupportTicketSummary, SupportTicketVerb } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { titleOf } from './columns'
import { refreshTickets } from './refresh'
import { BACK } from './useTicketActions'

type BulkTicketsProps = {
  verb: SupportTicketVerb
  tickets: SupportTicketSummary[]
  /** Takes the selection back. */
  clear(): void
  onClose(): void
}

/** Does an action on the chosen tickets in one call, says what became of each, and offers to take it back. */
export default function BulkTickets({ verb, tickets, clear, onClose }: BulkTicketsProps) {
  const { t, i18n } = useTranslation(['tickets', 'common'])
  const client = useQueryClient()
  const [changed, setChanged] = useState<string[]>([])
  const title = t('many.title', { count: tickets.length, action: t(`action.${verb}`) })
  const { can } = useProfile()
  const wayBack = verb === 'delete' ? undefined : BACK[verb]
  const back = wayBack && can[`support_ticket.${wayBack}`] ? wayBack : undefined

  async function run() {
    const { data } = await supportTicketChangeMany({ ids: tickets.map(({ id }) => id), action: verb })
    refreshTickets(client)
    clear()
    setChanged(data.filter(({ id, done }) => done && !wasSo(id)).map(({ id }) => id))
    return data.map(resultOf)
  }

  async function undo(action: SupportTicketVerb) {
    const { data } = await supportTicketChangeMany({ ids: changed, action })
    refreshTickets(client)
    const left = data.filter(({ done }) => !done)
    if (left.length === 0) return notify.success(t(`done.${action}`))
    notify.warning(left.map((result) => `${nameOf(result.id)}: ${result.message ?? ''}`).join(' '))
  }

  /** The server has nothing to do for these, and taking it back would change them. */
  function wasSo(id: string) {
    const isActive = tickets.find((one) => one.id === id)?.active
    return (verb === 'activate' && isActive === true) || (verb === 'deactivate' && isActive === false)
  }

  function nameOf(id: string) {
    const ticket = tickets.find((one) => one.id === id)
    return ticket ? titleOf(ticket, i18n.language) : id
  }

  function resultOf({ id, done, message }: SupportTicketResult): BulkResult {
    return {
      key: id,
      name: nameOf(id),
      state: done ? 'done' : 'failed',
      text: message ?? t(`done.${verb}`),
    }
  }

  return (
    <BulkDialog
      opened
      onClose={onClose}
      title={title}
      action={{ label: t(`action.${verb}`), danger: verb === 'delete' }}
      run={run}
      report={{
        title,
        sums: () => [],
        after: (close) =>
          back &&
          changed.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => {
                close()
                undo(back).catch(notify.failure)
              }}
            >
              {t('common:undo')}
            </Button>
          ),
      }}
    >
      <Text>{t('many.text')}</Text>
    </BulkDialog>
  )
}

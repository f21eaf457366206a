import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { codPayoutCreateMany } from '@/api/generated/endpoints/finance/finance'
import type { CodPayoutMade, OpenCash } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { uuidV7 } from '@/ui/form/uuid'
import { Money } from '@/ui/Money'
import { keyOf } from './open-cash'
import { refreshMade } from './refresh'

type PayManyProps = { open: OpenCash[]; opened: boolean; onClose(isOver: boolean): void }

/** Pays the open cash of several clients to their wallets in one call, and shows what became of each. */
export default function PayManyDialog({ open, opened, onClose }: PayManyProps) {
  const { t } = useTranslation('cod-payouts')
  const client = useQueryClient()
  // The chosen payouts stay while the list is fetched anew.
  const [asked, setAsked] = useState<OpenCash[]>()
  // One for each row, also when the call is repeated.
  const [keys] = useState(() => new Map<string, string>())
  const rows = asked ?? open

  function takeKey(cash: OpenCash) {
    const row = `${keyOf(cash)} ${cash.amount}`
    const known = keys.get(row) ?? uuidV7()
    keys.set(row, known)
    return known
  }

  async function run() {
    setAsked(rows)
    const payouts = rows.map((cash) => {
      const { client_id, subsidiary_id, currency, amount } = cash
      return { key: takeKey(cash), client_id, subsidiary_id, currency, amount, method: 'wallet' as const }
    })
    const { data } = await codPayoutCreateMany({ payouts })
    for (const { payout } of data) if (payout) refreshMade(client, payout)
    return rows.map((cash, at) => resultOf(cash, data[at], t('status.20')))
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={(results) => {
        setAsked(undefined)
        onClose(results !== undefined)
      }}
      title={t('many.title', { count: rows.length })}
      action={{ label: t('action.pay') }}
      focus="keep"
      run={run}
      report={{
        title: t('many.report'),
        sums: ({ done, failed }) => [
          t('many.done', { count: done }),
          failed > 0 && t('many.refused', { count: failed }),
        ],
      }}
    >
      <Text size="sm">{t('many.text')}</Text>
      <BulkTotals label={t('many.total')} amounts={rows} />
    </BulkDialog>
  )
}

/** A client after the call: it was paid, or why not. */
function resultOf(cash: OpenCash, told: CodPayoutMade | undefined, paid: string): BulkResult {
  const { client_name, amount, currency } = cash
  return {
    key: keyOf(cash),
    name: (
      <>
        {client_name} · <Money amount={amount} currency={currency} />
      </>
    ),
    ...(told?.payout
      ? { state: 'done', text: paid }
      : { state: 'failed', text: codeText(told?.message_code, {}, told?.message ?? '') }),
  }
}

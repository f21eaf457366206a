import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { depositConfirmMany } from '@/api/generated/endpoints/finance/finance'
import type { Deposit, DepositConfirmed } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { Money } from '@/ui/Money'
import type { BulkDialogProps } from '@/ui/table/useBulkDialog'
import { refreshDeposits } from './refresh'

/** Asks, confirms all in one call, and shows the result of each. */
export default function ConfirmDeposits({ chosen, opened, onClose }: BulkDialogProps<Deposit>) {
  const { t } = useTranslation('deposits')
  const client = useQueryClient()
  const { rows, clear } = chosen

  async function run() {
    const asked = rows.map(({ id, version }) => ({ id, version }))
    const { data } = await depositConfirmMany({ deposits: asked })
    for (const { deposit } of data) if (deposit) refreshDeposits(client, deposit)
    return rows.map((deposit) => resultOf(deposit, data, t('status.20')))
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={(results) => {
        onClose()
        if (results) clear()
      }}
      title={t('confirm.title', { count: rows.length })}
      action={{ label: t('action.confirm') }}
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
      <Text size="sm">{t('confirm.text')}</Text>
      <BulkTotals label={t('total')} amounts={rows} />
    </BulkDialog>
  )
}

/** A deposit after the call: as it is now, or why it was not confirmed. */
function resultOf(before: Deposit, told: DepositConfirmed[], confirmed: string): BulkResult {
  const own = told.find(({ id }) => id === before.id)
  const { id, client_name, amount, currency, reference } = own?.deposit ?? before
  return {
    key: id,
    name: (
      <>
        {client_name} · <Money amount={amount} currency={currency} /> · {reference}
      </>
    ),
    ...(own?.deposit
      ? { state: 'done', text: confirmed }
      : { state: 'failed', text: codeText(own?.message_code, {}, own?.message ?? '') }),
  }
}

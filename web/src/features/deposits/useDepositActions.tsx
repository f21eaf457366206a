import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { depositConfirm, depositWithdraw } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { refreshDeposits } from './refresh'

const RefuseDialog = lazy(() => onceOnline(() => import('./RefuseDialog')))

/** Confirms, refuses and withdraws a deposit, each after a question. `dialog` stands in the page. */
export function useDepositActions() {
  const { t } = useTranslation('deposits')
  const client = useQueryClient()
  const [refused, setRefused] = useState<Deposit>()
  const [isRefusing, setRefusing] = useState(false)

  async function ask(deposit: Deposit, verb: 'confirm' | 'withdraw') {
    const { id, version } = deposit
    const call = verb === 'confirm' ? depositConfirm : depositWithdraw
    const isDone = await confirm({
      title: verb === 'confirm' ? t('confirm.title', { count: 1 }) : t('withdraw.title'),
      text: verb === 'confirm' ? t('confirm.text') : t('withdraw.text'),
      action: t(`action.${verb}`),
      run: async () => refreshDeposits(client, (await call(id, { version })).data),
    })
    if (isDone) notify.success(t(`${verb}.done`))
  }

  return {
    accept: (deposit: Deposit) => void ask(deposit, 'confirm'),
    withdraw: (deposit: Deposit) => void ask(deposit, 'withdraw'),
    refuse(deposit: Deposit) {
      setRefused(deposit)
      setRefusing(true)
    },
    dialog: refused && (
      <Suspense>
        <RefuseDialog
          key={refused.id}
          deposit={refused}
          opened={isRefusing}
          onClose={() => setRefusing(false)}
        />
      </Suspense>
    ),
  }
}

export type DepositActions = ReturnType<typeof useDepositActions>

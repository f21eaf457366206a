import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconEye } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { depositConfirm, depositRefuse, depositWithdraw } from '@/api/generated/endpoints/finance/finance'
import type { Deposit } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { type Format, useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'
import { refreshDeposits } from './refresh'

const ConfirmDeposits = lazy(() => onceOnline(() => import('./ConfirmDeposits')))

/** Deposits of one confirmation. */
const MOST = 100

const depositActions = (t: TFunction<'deposits'>, format: Format): RecordAction<Deposit>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['deposits.show'] },
  {
    verb: 'confirm',
    label: t('action.confirm'),
    icon: IconCircleCheck,
    button: 'main',
    ask: ({ amount, currency, client_name }) => ({
      title: t('confirm.one', { amount: format.money(amount, currency), client: client_name }),
      text: t('confirm.text'),
    }),
    run: ({ id, version }) => depositConfirm(id, { version }),
    done: () => t('confirm.done'),
    bulk: { most: MOST, tooMany: t('many.tooMany', { max: MOST }), dialog: ConfirmDeposits },
  },
  {
    verb: 'refuse',
    label: t('action.refuse'),
    icon: IconCircleX,
    danger: true,
    button: 'plain',
    reason: ({ client_name, amount, currency, reference }) => ({
      title: t('refuse.title'),
      about: (
        <>
          {client_name} · <Money amount={amount} currency={currency} /> · {reference}
        </>
      ),
      label: t('field.reason'),
      text: t('refuse.text'),
    }),
    run: ({ id, version }, reason) => depositRefuse(id, { reason, version }),
    done: () => t('refuse.done'),
  },
  {
    verb: 'withdraw',
    label: t('action.withdraw'),
    icon: IconArrowBackUp,
    button: 'plain',
    ask: ({ amount, currency }) => ({
      title: t('withdraw.title', { amount: format.money(amount, currency) }),
      text: t('withdraw.text'),
    }),
    run: ({ id, version }) => depositWithdraw(id, { version }),
    done: () => t('withdraw.done'),
  },
]

/** What can be done with a deposit, in the list and on its page. */
export function useDepositActions() {
  const { t } = useTranslation('deposits')
  const format = useFormat()
  return useRecordActions({ actions: depositActions(t, format), refresh: refreshDeposits })
}

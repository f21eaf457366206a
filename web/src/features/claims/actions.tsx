import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconCoins,
  IconEye,
  IconPencil,
  IconRotate2,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { claimPay, claimRefuse, claimReopen, claimWithdraw } from '@/api/generated/endpoints/finance/finance'
import type { Claim } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { refreshClaims } from '@/shared/claims/refresh'
import { type Format, useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'

const ApproveClaim = lazy(() => onceOnline(() => import('./ApproveClaim')))
const EditClaim = lazy(() => onceOnline(() => import('./EditClaim')))

type Words = { t: TFunction<'claims'>; format: Format }

const decisions = ({ t }: Words): RecordAction<Claim>[] => [
  {
    verb: 'approve',
    label: t('action.approve'),
    icon: IconCircleCheck,
    button: 'main',
    dialog: (claim, state) => <ApproveClaim {...state} claim={claim} />,
  },
  {
    verb: 'refuse',
    label: t('action.refuse'),
    icon: IconCircleX,
    danger: true,
    button: 'plain',
    reason: ({ number, client_name, claimed_amount, currency }) => ({
      title: t('refuse.title', { number }),
      about: (
        <>
          {client_name} · <Money amount={claimed_amount} currency={currency} />
        </>
      ),
      label: t('field.reason'),
      text: t('refuse.text'),
    }),
    run: ({ id, version }, note) => claimRefuse(id, { note, version }),
    done: () => t('refuse.done'),
  },
]

const steps = ({ t, format }: Words): RecordAction<Claim>[] => [
  {
    verb: 'pay',
    label: t('action.pay'),
    icon: IconCoins,
    button: 'main',
    ask: ({ claimed_amount, decided_amount, currency, client_name }) => ({
      title: t('pay.title', {
        amount: format.money(decided_amount ?? claimed_amount, currency),
        client: client_name,
      }),
      text: t('pay.text'),
    }),
    run: ({ id, version }) => claimPay(id, { version }),
    done: () => t('pay.done'),
  },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconRotate2,
    button: 'plain',
    ask: ({ number }) => ({ title: t('reopen.title', { number }), text: t('reopen.text') }),
    run: ({ id, version }) => claimReopen(id, { version }),
    done: () => t('reopen.done'),
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    dialog: (claim, state) => <EditClaim {...state} claim={claim} />,
  },
  {
    verb: 'withdraw',
    label: t('action.withdraw'),
    icon: IconArrowBackUp,
    button: 'plain',
    ask: ({ number }) => ({ title: t('withdraw.title', { number }), text: t('withdraw.text') }),
    run: ({ id, version }) => claimWithdraw(id, { version }),
    done: () => t('withdraw.done'),
  },
]

const claimActions = (words: Words): RecordAction<Claim>[] => [
  { only: 'list', label: words.t('action.open'), icon: IconEye, to: paths['claims.show'] },
  ...decisions(words),
  ...steps(words),
]

/** The actions on a claim, in the list and on its page. */
export function useClaimActions() {
  const { t } = useTranslation('claims')
  const format = useFormat()
  return useRecordActions<Claim>({ actions: claimActions({ t, format }), refresh: refreshClaims })
}

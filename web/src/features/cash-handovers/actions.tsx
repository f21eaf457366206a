import { IconEye, IconGavel } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type CashHandover, type CashHandoverDetails, CashHandoverStatus, type Profile } from '@/api/schema'
import { useSwitchedReason } from '@/blocks/InPerson'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { refreshCashHandovers } from './refresh'

const DecideDialog = lazy(() => onceOnline(() => import('./DecideDialog')))

/** `switched`: why somebody who acts as another user decides nothing. */
export const cashHandoverActions = (
  t: TFunction<'cash-handovers'>,
  can: Profile['can'],
  switched: string | undefined,
): RecordAction<CashHandover, CashHandoverDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['cash_handovers.show'] },
  {
    verb: 'decide',
    label: t('action.decide'),
    icon: IconGavel,
    button: 'main',
    refused: ({ status }) =>
      can['cash_handover.decide'] && status === CashHandoverStatus.Difference
        ? (switched ?? t('decide.thirdPerson'))
        : undefined,
    dialog: (handover, state) => <DecideDialog handover={handover} {...state} />,
  },
]

/** The actions on counted cash, in the list and on its page. */
export function useCashHandoverActions() {
  const { t } = useTranslation('cash-handovers')
  const { can } = useProfile()
  const switched = useSwitchedReason()
  return useRecordActions<CashHandover, CashHandoverDetails>({
    actions: cashHandoverActions(t, can, switched),
    refresh: refreshCashHandovers,
  })
}

import { IconArrowBackUp, IconEye, IconFileSpreadsheet } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { codPayoutReverse } from '@/api/generated/endpoints/finance/finance'
import { type CodPayout, type CodPayoutDetails, CodPayoutStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { refreshCodPayouts } from './refresh'

type Words = { t: TFunction<'cod-payouts'>; format: Format; isOutside: boolean }

const codPayoutActions = ({ t, format, isOutside }: Words): RecordAction<CodPayout, CodPayoutDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['cod_payouts.show'] },
  {
    label: t('action.statement'),
    icon: IconFileSpreadsheet,
    button: 'plain',
    to: ({ id }) => `/api/cod-payouts/${id}/statement`,
    newTab: true,
  },
  {
    verb: 'reverse',
    label: t('action.reverse'),
    icon: IconArrowBackUp,
    danger: true,
    button: 'plain',
    refused: ({ status }) =>
      !isOutside && status === CodPayoutStatus.Reversed ? t('reverse.already') : undefined,
    reason: ({ number, client_name, amount, currency }) => ({
      title: t('reverse.title', { number }),
      about: `${client_name} · ${format.money(amount, currency)}`,
      label: t('field.reason'),
      text: t('reverse.text'),
    }),
    run: ({ id, version }, reason) => codPayoutReverse(id, { reason, version }),
    done: () => t('reverse.done'),
  },
]

/** The actions on payouts, in the list and on their pages. */
export function useCodPayoutActions() {
  const { t } = useTranslation('cod-payouts')
  const format = useFormat()
  const { is_outside } = useProfile()
  return useRecordActions<CodPayout, CodPayoutDetails>({
    actions: codPayoutActions({ t, format, isOutside: is_outside }),
    refresh: refreshCodPayouts,
  })
}

import type { TFunction } from 'i18next'
import type { DepositStatus } from '@/api/schema'
import { DEPOSIT_LOOKS } from '@/shared/wallet/deposit-looks'
import type { StatusLook } from '@/ui/StatusBadge'

export const depositLook = (status: DepositStatus, t: TFunction<'deposits'>): StatusLook => ({
  ...DEPOSIT_LOOKS[status],
  label: t(`status.${status}`),
})

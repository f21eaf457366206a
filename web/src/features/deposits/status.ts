import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { DepositStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [DepositStatus.Waiting]: { color: 'yellow', icon: IconHourglass },
  [DepositStatus.Confirmed]: { color: 'teal', icon: IconCircleCheck },
  [DepositStatus.Withdrawn]: { color: 'gray', icon: IconArrowBackUp },
  [DepositStatus.Refused]: { color: 'red', icon: IconCircleX },
} satisfies Record<DepositStatus, Omit<StatusLook, 'label'>>

export const depositLook = (status: DepositStatus, t: TFunction<'deposits'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

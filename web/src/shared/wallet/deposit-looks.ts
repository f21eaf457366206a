import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { DepositStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

export const DEPOSIT_LOOKS = {
  [DepositStatus.Waiting]: { color: 'yellow', icon: IconHourglass },
  [DepositStatus.Confirmed]: { color: 'teal', icon: IconCircleCheck },
  [DepositStatus.Withdrawn]: { color: 'gray', icon: IconArrowBackUp },
  [DepositStatus.Refused]: { color: 'red', icon: IconCircleX },
} satisfies Record<DepositStatus, Omit<StatusLook, 'label'>>

import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { CodPayoutStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [CodPayoutStatus.PaidOut]: { color: 'teal', icon: IconCircleCheck },
  [CodPayoutStatus.Reversed]: { color: 'gray', icon: IconArrowBackUp },
} satisfies Record<CodPayoutStatus, Omit<StatusLook, 'label'>>

export const codPayoutLook = (status: CodPayoutStatus, t: TFunction<'cod-payouts'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

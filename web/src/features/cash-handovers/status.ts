import { IconAlertTriangle, IconChecks, IconCircleCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { CashHandoverStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [CashHandoverStatus.Settled]: { color: 'teal', icon: IconCircleCheck },
  [CashHandoverStatus.Difference]: { color: 'orange', icon: IconAlertTriangle },
  [CashHandoverStatus.Decided]: { color: 'gray', icon: IconChecks },
} satisfies Record<CashHandoverStatus, Omit<StatusLook, 'label'>>

export const cashHandoverLook = (status: CashHandoverStatus, t: TFunction<'cash-handovers'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

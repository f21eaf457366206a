import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconCoins, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ClaimStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  open: { color: 'yellow', icon: IconHourglass },
  approved: { color: 'blue', icon: IconCircleCheck },
  refused: { color: 'red', icon: IconCircleX },
  paid: { color: 'teal', icon: IconCoins },
  withdrawn: { color: 'gray', icon: IconArrowBackUp },
} satisfies Record<ClaimStatus, Omit<StatusLook, 'label'>>

export const claimLook = (status: ClaimStatus, t: TFunction<'claims'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

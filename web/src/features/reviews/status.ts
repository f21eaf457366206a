import { IconEyeOff, IconHourglass, IconMessageStar, IconWorldCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ReviewStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ReviewStatus.Invited]: { color: 'gray', icon: IconHourglass },
  [ReviewStatus.Submitted]: { color: 'blue', icon: IconMessageStar },
  [ReviewStatus.Published]: { color: 'teal', icon: IconWorldCheck },
  [ReviewStatus.Hidden]: { color: 'gray', icon: IconEyeOff },
} satisfies Record<ReviewStatus, Omit<StatusLook, 'label'>>

export const reviewLook = (status: ReviewStatus, t: TFunction<'reviews'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

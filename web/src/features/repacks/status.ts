import { IconBan, IconBox, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { RepackStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [RepackStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [RepackStatus.Requested]: { color: 'yellow', icon: IconHourglass },
  [RepackStatus.Packing]: { color: 'blue', icon: IconBox },
  [RepackStatus.Finished]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<RepackStatus, Omit<StatusLook, 'label'>>

export const repackLook = (status: RepackStatus, t: TFunction<'repacks'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

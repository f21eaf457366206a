import { IconBan, IconCircleCheck, IconClipboardList, IconLock, IconPackage } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { PickListStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [PickListStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [PickListStatus.Open]: { color: 'blue', icon: IconClipboardList },
  [PickListStatus.Allocated]: { color: 'yellow', icon: IconLock },
  [PickListStatus.Picked]: { color: 'teal', icon: IconCircleCheck },
  [PickListStatus.Packed]: { color: 'grape', icon: IconPackage },
} satisfies Record<PickListStatus, Omit<StatusLook, 'label'>>

export const pickListLook = (status: PickListStatus, t: TFunction<'pick-lists'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

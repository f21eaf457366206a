import {
  IconBan,
  IconCircleCheck,
  IconLock,
  IconMapPinCheck,
  IconPencil,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { MasterStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [MasterStatus.Void]: { color: 'gray', icon: IconBan },
  [MasterStatus.Draft]: { color: 'blue', icon: IconPencil },
  [MasterStatus.Closed]: { color: 'teal', icon: IconLock },
  [MasterStatus.Departed]: { color: 'indigo', icon: IconTruckDelivery },
  [MasterStatus.Arrived]: { color: 'indigo', icon: IconMapPinCheck },
  [MasterStatus.Delivered]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<MasterStatus, Omit<StatusLook, 'label'>>

export const masterLook = (status: MasterStatus, t: TFunction<'masters'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconAlertTriangle,
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconHourglass,
  IconTruck,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { PickupStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [PickupStatus.Cancelled]: { color: 'gray', icon: IconCircleOff },
  [PickupStatus.Requested]: { color: 'yellow', icon: IconHourglass },
  [PickupStatus.Scheduled]: { color: 'blue', icon: IconCalendarCheck },
  [PickupStatus.OnRoute]: { color: 'indigo', icon: IconTruck },
  [PickupStatus.Collected]: { color: 'teal', icon: IconCircleCheck },
  [PickupStatus.Partial]: { color: 'orange', icon: IconAlertTriangle },
  [PickupStatus.Failed]: { color: 'red', icon: IconCircleX },
} satisfies Record<PickupStatus, Omit<StatusLook, 'label'>>

export const pickupLook = (status: PickupStatus, t: TFunction<'pickups'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconBan,
  IconBuildingBank,
  IconCalendarCheck,
  IconCircleCheck,
  IconFileCheck,
  IconForklift,
  IconPackageImport,
  IconPencil,
  IconPlane,
  IconPlaneArrival,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { WaybillStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [WaybillStatus.Void]: { color: 'gray', icon: IconBan },
  [WaybillStatus.Draft]: { color: 'blue', icon: IconPencil },
  [WaybillStatus.Booked]: { color: 'blue', icon: IconCalendarCheck },
  [WaybillStatus.Issued]: { color: 'teal', icon: IconFileCheck },
  [WaybillStatus.Accepted]: { color: 'teal', icon: IconForklift },
  [WaybillStatus.Departed]: { color: 'indigo', icon: IconPlane },
  [WaybillStatus.Arrived]: { color: 'indigo', icon: IconPlaneArrival },
  [WaybillStatus.Received]: { color: 'indigo', icon: IconPackageImport },
  [WaybillStatus.Customs]: { color: 'yellow', icon: IconBuildingBank },
  [WaybillStatus.Delivered]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<WaybillStatus, Omit<StatusLook, 'label'>>

export const waybillLook = (status: WaybillStatus, t: TFunction<'waybills'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconBan,
  IconCircleCheck,
  IconLock,
  IconPackageImport,
  IconPencil,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { PurchaseStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [PurchaseStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [PurchaseStatus.Draft]: { color: 'blue', icon: IconPencil },
  [PurchaseStatus.Ordered]: { color: 'yellow', icon: IconTruckDelivery },
  [PurchaseStatus.PartlyReceived]: { color: 'orange', icon: IconPackageImport },
  [PurchaseStatus.Received]: { color: 'teal', icon: IconCircleCheck },
  [PurchaseStatus.Closed]: { color: 'gray', icon: IconLock },
} satisfies Record<PurchaseStatus, Omit<StatusLook, 'label'>>

export const purchaseLook = (status: PurchaseStatus, t: TFunction<'purchases'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconBan,
  IconCircleCheck,
  IconClipboardList,
  IconGavel,
  IconListCheck,
  IconRefresh,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { InventoryStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [InventoryStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [InventoryStatus.Requested]: { color: 'blue', icon: IconClipboardList },
  [InventoryStatus.Counting]: { color: 'yellow', icon: IconListCheck },
  [InventoryStatus.Recount]: { color: 'orange', icon: IconRefresh },
  [InventoryStatus.ToApprove]: { color: 'grape', icon: IconGavel },
  [InventoryStatus.Posted]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<InventoryStatus, Omit<StatusLook, 'label'>>

export const inventoryLook = (status: InventoryStatus, t: TFunction<'inventories'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

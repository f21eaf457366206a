import {
  IconBan,
  IconCircleCheck,
  IconClockExclamation,
  IconClockOff,
  IconProgressAlert,
  IconUserOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ShopStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ShopStatus.Unfinished]: { color: 'orange', icon: IconProgressAlert },
  [ShopStatus.Active]: { color: 'teal', icon: IconCircleCheck },
  [ShopStatus.Expiring]: { color: 'orange', icon: IconClockExclamation },
  [ShopStatus.Expired]: { color: 'gray', icon: IconClockOff },
  [ShopStatus.Revoked]: { color: 'gray', icon: IconBan },
  [ShopStatus.Dead]: { color: 'red', icon: IconUserOff },
} satisfies Record<ShopStatus, Omit<StatusLook, 'label'>>

export const shopLook = (status: ShopStatus, t: TFunction<'shops'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconBan,
  IconCircleCheck,
  IconClockExclamation,
  IconClockOff,
  IconUserOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ApiTokenStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ApiTokenStatus.Active]: { color: 'teal', icon: IconCircleCheck },
  [ApiTokenStatus.Expiring]: { color: 'orange', icon: IconClockExclamation },
  [ApiTokenStatus.Expired]: { color: 'gray', icon: IconClockOff },
  [ApiTokenStatus.Revoked]: { color: 'gray', icon: IconBan },
  [ApiTokenStatus.Dead]: { color: 'red', icon: IconUserOff },
} satisfies Record<ApiTokenStatus, Omit<StatusLook, 'label'>>

export const apiTokenLook = (status: ApiTokenStatus, t: TFunction<'api-tokens'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import { IconCircleCheck, IconHandStop, IconShieldX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { LotStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  available: { color: 'teal', icon: IconCircleCheck },
  hold: { color: 'yellow', icon: IconHandStop },
  quarantine: { color: 'red', icon: IconShieldX },
} satisfies Record<LotStatus, Omit<StatusLook, 'label'>>

export const lotLook = (status: LotStatus, t: TFunction<'stocks'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

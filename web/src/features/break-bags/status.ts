import { IconBan, IconChecklist, IconCircleCheck, IconPackageImport } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { BreakBagStatus, type ParcelFinding } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [BreakBagStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [BreakBagStatus.Unpacking]: { color: 'blue', icon: IconPackageImport },
  [BreakBagStatus.Counted]: { color: 'yellow', icon: IconChecklist },
  [BreakBagStatus.Closed]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<BreakBagStatus, Omit<StatusLook, 'label'>>

export const breakBagLook = (status: BreakBagStatus, t: TFunction<'break-bags'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

export const FINDING_COLORS: Record<ParcelFinding, string> = {
  awaited: 'gray',
  found: 'teal',
  other_bag: 'yellow',
  over: 'orange',
  short: 'red',
}

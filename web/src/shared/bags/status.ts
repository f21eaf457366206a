import {
  IconBan,
  IconBarcode,
  IconBox,
  IconChecklist,
  IconCircleCheck,
  IconClock,
  IconLock,
  IconPackageImport,
  IconPlane,
  IconPlaneArrival,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { BagStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [BagStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [BagStatus.Open]: { color: 'blue', icon: IconBox },
  [BagStatus.Closed]: { color: 'teal', icon: IconLock },
  [BagStatus.Registering]: { color: 'yellow', icon: IconClock },
  [BagStatus.Registered]: { color: 'teal', icon: IconBarcode },
  [BagStatus.Manifested]: { color: 'teal', icon: IconChecklist },
  [BagStatus.Departed]: { color: 'indigo', icon: IconPlane },
  [BagStatus.Arrived]: { color: 'indigo', icon: IconPlaneArrival },
  [BagStatus.Opened]: { color: 'yellow', icon: IconPackageImport },
  [BagStatus.Reconciled]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<BagStatus, Omit<StatusLook, 'label'>>

export const bagLook = (status: BagStatus, t: TFunction<'bags'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

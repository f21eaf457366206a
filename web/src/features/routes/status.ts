import {
  IconBan,
  IconCircleCheck,
  IconFlagCheck,
  IconPackageImport,
  IconPencil,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { RunStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [RunStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [RunStatus.Draft]: { color: 'yellow', icon: IconPencil },
  [RunStatus.Ready]: { color: 'blue', icon: IconCircleCheck },
  [RunStatus.Loaded]: { color: 'indigo', icon: IconPackageImport },
  [RunStatus.InProgress]: { color: 'cyan', icon: IconTruckDelivery },
  [RunStatus.Closed]: { color: 'teal', icon: IconFlagCheck },
} satisfies Record<RunStatus, Omit<StatusLook, 'label'>>

export const runLook = (status: RunStatus, t: TFunction<'routes'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

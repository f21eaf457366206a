import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconLoader2,
  IconLock,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ManifestStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ManifestStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [ManifestStatus.Open]: { color: 'blue', icon: IconPencil },
  [ManifestStatus.Closing]: { color: 'yellow', icon: IconLoader2 },
  [ManifestStatus.Closed]: { color: 'teal', icon: IconLock },
  [ManifestStatus.Sending]: { color: 'yellow', icon: IconSend },
  [ManifestStatus.Sent]: { color: 'indigo', icon: IconSend },
  [ManifestStatus.Accepted]: { color: 'teal', icon: IconCircleCheck },
  [ManifestStatus.Rejected]: { color: 'red', icon: IconCircleX },
} satisfies Record<ManifestStatus, Omit<StatusLook, 'label'>>

export const manifestLook = (status: ManifestStatus, t: TFunction<'manifests'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconBan,
  IconCircleCheck,
  IconFileSearch,
  IconFileUpload,
  IconListCheck,
  IconLoader2,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ImportStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ImportStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [ImportStatus.Uploaded]: { color: 'blue', icon: IconFileUpload },
  [ImportStatus.Checking]: { color: 'indigo', icon: IconFileSearch },
  [ImportStatus.Checked]: { color: 'violet', icon: IconListCheck },
  [ImportStatus.Importing]: { color: 'cyan', icon: IconLoader2 },
  [ImportStatus.Done]: { color: 'teal', icon: IconCircleCheck },
  [ImportStatus.Interrupted]: { color: 'orange', icon: IconPlayerPause },
} satisfies Record<ImportStatus, Omit<StatusLook, 'label'>>

export const statusLook = (status: ImportStatus, t: TFunction<'imports'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

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
import type { ImportStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  0: { color: 'gray', icon: IconBan },
  10: { color: 'blue', icon: IconFileUpload },
  20: { color: 'indigo', icon: IconFileSearch },
  30: { color: 'violet', icon: IconListCheck },
  40: { color: 'cyan', icon: IconLoader2 },
  50: { color: 'teal', icon: IconCircleCheck },
  60: { color: 'orange', icon: IconPlayerPause },
} satisfies Record<ImportStatus, Omit<StatusLook, 'label'>>

export const statusLook = (status: ImportStatus, t: TFunction<'imports'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFileAlert,
  IconFileSearch,
  IconFileUpload,
  IconHourglass,
  IconLoader,
  IconQuestionMark,
  IconShieldX,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { RegulatoryStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [RegulatoryStatus.Unknown]: { color: 'gray', icon: IconQuestionMark },
  [RegulatoryStatus.NotRequested]: { color: 'blue', icon: IconCircleDashed },
  [RegulatoryStatus.Error]: { color: 'red', icon: IconAlertTriangle },
  [RegulatoryStatus.Canceled]: { color: 'dark', icon: IconBan },
  [RegulatoryStatus.Pending]: { color: 'yellow', icon: IconClock },
  [RegulatoryStatus.WaitingProtocol]: { color: 'cyan', icon: IconHourglass },
  [RegulatoryStatus.ProcessingProtocol]: { color: 'indigo', icon: IconFileUpload },
  [RegulatoryStatus.ErrorProtocol]: { color: 'orange', icon: IconFileAlert },
  [RegulatoryStatus.WaitingConfirmation]: { color: 'violet', icon: IconFileSearch },
  [RegulatoryStatus.ProcessingConfirmation]: { color: 'grape', icon: IconLoader },
  [RegulatoryStatus.ErrorConfirmation]: { color: 'pink', icon: IconShieldX },
  [RegulatoryStatus.Done]: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<RegulatoryStatus, Omit<StatusLook, 'label'>>

export const regulatoryLook = (status: RegulatoryStatus, t: TFunction<'regulatory'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

/** Why `request` is refused, in the server's words; nothing when it is possible. */
export const refusalText = (code: string | null, t: TFunction<'regulatory'>) =>
  code === null ? undefined : (t as (key: string) => string)(`codes:${code}`)

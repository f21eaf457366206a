import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockOff,
  IconLoader2,
  IconPlayerPause,
  IconUserOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { ReportRunState, ReportScheduleState } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

type Look = Omit<StatusLook, 'label'>

const LOOKS = {
  [ReportScheduleState.Active]: { color: 'teal', icon: IconCircleCheck },
  [ReportScheduleState.Paused]: { color: 'gray', icon: IconPlayerPause },
  [ReportScheduleState.Stopped]: { color: 'red', icon: IconUserOff },
  [ReportScheduleState.Ended]: { color: 'gray', icon: IconClockOff },
} satisfies Record<ReportScheduleState, Look>

const RUN_LOOKS = {
  [ReportRunState.Running]: { color: 'blue', icon: IconLoader2 },
  [ReportRunState.Done]: { color: 'teal', icon: IconCircleCheck },
  [ReportRunState.Empty]: { color: 'gray', icon: IconCircleDashed },
  [ReportRunState.Failed]: { color: 'red', icon: IconAlertCircle },
  [ReportRunState.Skipped]: { color: 'gray', icon: IconClockOff },
} satisfies Record<ReportRunState, Look>

export const scheduleLook = (state: ReportScheduleState, t: TFunction<'report-schedules'>): StatusLook => ({
  ...LOOKS[state],
  label: t(`state.${state}`),
})

export const runLook = (state: ReportRunState, t: TFunction<'report-schedules'>): StatusLook => ({
  ...RUN_LOOKS[state],
  label: t(`runState.${state}`),
})

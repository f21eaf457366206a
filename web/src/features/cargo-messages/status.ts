import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { CargoMessage, FetchStage } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  waiting_to_start: { color: 'gray', icon: IconClock },
  started: { color: 'blue', icon: IconPlayerPlay },
  processing: { color: 'blue', icon: IconLoader2 },
  ended: { color: 'teal', icon: IconCircleCheck },
  failed: { color: 'red', icon: IconAlertTriangle },
} satisfies Record<FetchStage, Omit<StatusLook, 'label'>>

export const stageLook = (stage: FetchStage, t: TFunction<'cargo-messages'>): StatusLook => ({
  ...LOOKS[stage],
  label: t(`stage.${stage}`),
})

/** Whether something in it waits for somebody: a line, a waybill, or the whole file. */
export const needsLook = ({ stage, problem, unread, unknown_numbers, closing_note }: CargoMessage) =>
  stage === 'failed' ||
  (stage === 'ended' &&
    closing_note === null &&
    (problem !== null || unread.length > 0 || unknown_numbers.length > 0))

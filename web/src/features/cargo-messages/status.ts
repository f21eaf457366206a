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

/** Whether it names waybills that are not here and should be: a flight also carries those of others. */
const lacksWaybill = ({ kind, unknown_numbers }: CargoMessage) => kind !== 'ffm' && unknown_numbers.length > 0

/** Whether something in it waits for somebody: a line, a waybill, or the whole file. */
export const needsLook = (message: CargoMessage) =>
  message.stage === 'failed' ||
  (message.stage === 'ended' &&
    message.closing_note === null &&
    (message.problem !== null || message.unread.length > 0 || lacksWaybill(message)))

import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconProgress,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { CarrierLabelStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [CarrierLabelStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [CarrierLabelStatus.Waiting]: { color: 'blue', icon: IconHourglass },
  [CarrierLabelStatus.Asked]: { color: 'blue', icon: IconProgress },
  [CarrierLabelStatus.Bought]: { color: 'teal', icon: IconCircleCheck },
  [CarrierLabelStatus.Cancelling]: { color: 'orange', icon: IconArrowBackUp },
  [CarrierLabelStatus.Refused]: { color: 'red', icon: IconCircleX },
} satisfies Record<CarrierLabelStatus, Omit<StatusLook, 'label'>>

export const carrierLabelLook = (status: CarrierLabelStatus, t: TFunction<'carrier-labels'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

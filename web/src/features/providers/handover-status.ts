import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconProgress,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { CarrierHandoverStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [CarrierHandoverStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [CarrierHandoverStatus.Waiting]: { color: 'blue', icon: IconHourglass },
  [CarrierHandoverStatus.Asked]: { color: 'blue', icon: IconProgress },
  [CarrierHandoverStatus.Made]: { color: 'teal', icon: IconCircleCheck },
  [CarrierHandoverStatus.Cancelling]: { color: 'orange', icon: IconArrowBackUp },
  [CarrierHandoverStatus.Refused]: { color: 'red', icon: IconCircleX },
} satisfies Record<CarrierHandoverStatus, Omit<StatusLook, 'label'>>

export const handoverLook = (
  status: CarrierHandoverStatus,
  t: TFunction<'carrier-handovers'>,
): StatusLook => ({ ...LOOKS[status], label: t(`status.${status}`) })

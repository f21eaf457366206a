import {
  IconArrowBackUp,
  IconBan,
  IconCircleDashed,
  IconHomeCheck,
  IconHomeX,
  IconHourglass,
  IconListCheck,
  IconTruckDelivery,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { DeliveryStatus, type StopResult } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [DeliveryStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [DeliveryStatus.Pending]: { color: 'yellow', icon: IconHourglass },
  [DeliveryStatus.Assigned]: { color: 'blue', icon: IconListCheck },
  [DeliveryStatus.Out]: { color: 'cyan', icon: IconTruckDelivery },
  [DeliveryStatus.Delivered]: { color: 'teal', icon: IconHomeCheck },
  [DeliveryStatus.Partial]: { color: 'orange', icon: IconCircleDashed },
  [DeliveryStatus.Failed]: { color: 'red', icon: IconHomeX },
  [DeliveryStatus.Returned]: { color: 'gray', icon: IconArrowBackUp },
} satisfies Record<DeliveryStatus, Omit<StatusLook, 'label'>>

export const deliveryLook = (status: DeliveryStatus, t: TFunction<'deliveries'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

const RESULTS = {
  delivered: { color: 'teal', icon: IconHomeCheck },
  partial: { color: 'orange', icon: IconCircleDashed },
  failed: { color: 'red', icon: IconHomeX },
} satisfies Record<StopResult, Omit<StatusLook, 'label'>>

/** What became of a stop. */
export const stopLook = (result: StopResult, t: TFunction<'deliveries'>): StatusLook => ({
  ...RESULTS[result],
  label: t(`outcome.${result}`),
})

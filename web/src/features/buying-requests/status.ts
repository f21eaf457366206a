import {
  IconBan,
  IconCash,
  IconCircleCheck,
  IconHourglass,
  IconReceipt,
  IconReceiptRefund,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { BuyingRequestStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [BuyingRequestStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [BuyingRequestStatus.Asked]: { color: 'blue', icon: IconHourglass },
  [BuyingRequestStatus.Quoted]: { color: 'yellow', icon: IconReceipt },
  [BuyingRequestStatus.Accepted]: { color: 'orange', icon: IconCash },
  [BuyingRequestStatus.Bought]: { color: 'teal', icon: IconCircleCheck },
  [BuyingRequestStatus.Refunded]: { color: 'gray', icon: IconReceiptRefund },
} satisfies Record<BuyingRequestStatus, Omit<StatusLook, 'label'>>

export const buyingLook = (status: BuyingRequestStatus, t: TFunction<'buying-requests'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

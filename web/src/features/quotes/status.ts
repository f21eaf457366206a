import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClockOff,
  IconFileDescription,
  IconMail,
  IconThumbUp,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { QuoteStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  open: { color: 'gray', icon: IconFileDescription },
  sent: { color: 'blue', icon: IconMail },
  accepted: { color: 'teal', icon: IconThumbUp },
  expired: { color: 'yellow', icon: IconClockOff },
  withdrawn: { color: 'gray', icon: IconArrowBackUp },
  confirmed: { color: 'teal', icon: IconCircleCheck },
} satisfies Record<QuoteStatus, Omit<StatusLook, 'label'>>

export const quoteLook = (status: QuoteStatus, t: TFunction<'quotes'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

import { IconArchive, IconCircleCheck, IconHourglass, IconMessageCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { TicketStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [TicketStatus.Closed]: { color: 'gray', icon: IconCircleCheck },
  [TicketStatus.Open]: { color: 'blue', icon: IconMessageCircle },
  [TicketStatus.Waiting]: { color: 'yellow', icon: IconHourglass },
  [TicketStatus.Archived]: { color: 'gray', icon: IconArchive },
} satisfies Record<TicketStatus, Omit<StatusLook, 'label'>>

/** Open or waiting for the client. */
export const isOpen = ({ support_ticket_status: status }: { support_ticket_status: TicketStatus }) =>
  status === TicketStatus.Open || status === TicketStatus.Waiting

export const statusLook = (status: TicketStatus, t: TFunction<'tickets'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

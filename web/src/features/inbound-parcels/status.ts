import {
  IconArchive,
  IconBan,
  IconBox,
  IconHourglass,
  IconPackageImport,
  IconPlaneDeparture,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { InboundParcelStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [InboundParcelStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [InboundParcelStatus.Expected]: { color: 'yellow', icon: IconHourglass },
  [InboundParcelStatus.Arrived]: { color: 'blue', icon: IconPackageImport },
  [InboundParcelStatus.Stored]: { color: 'teal', icon: IconArchive },
  [InboundParcelStatus.Packed]: { color: 'grape', icon: IconBox },
  [InboundParcelStatus.Gone]: { color: 'gray', icon: IconPlaneDeparture },
  [InboundParcelStatus.Abandoned]: { color: 'red', icon: IconTrash },
} satisfies Record<InboundParcelStatus, Omit<StatusLook, 'label'>>

export const inboundParcelLook = (
  status: InboundParcelStatus,
  t: TFunction<'inbound-parcels'>,
): StatusLook => ({ ...LOOKS[status], label: t(`status.${status}`) })

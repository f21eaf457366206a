import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconClockDollar,
  IconClockPause,
  IconFileCheck,
  IconHomeCheck,
  IconHomeX,
  IconPackageImport,
  IconPencil,
  IconPlaneArrival,
  IconPlaneDeparture,
  IconQuestionMark,
  IconScale,
  IconShoppingBag,
  IconTag,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ShipmentStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  0: { color: 'gray', icon: IconBan },
  10: { color: 'blue', icon: IconPencil },
  15: { color: 'orange', icon: IconAlertTriangle },
  20: { color: 'yellow', icon: IconClockDollar },
  30: { color: 'indigo', icon: IconCircleCheck },
  35: { color: 'violet', icon: IconTag },
  40: { color: 'cyan', icon: IconPackageImport },
  45: { color: 'orange', icon: IconScale },
  50: { color: 'cyan', icon: IconShoppingBag },
  60: { color: 'cyan', icon: IconFileCheck },
  70: { color: 'cyan', icon: IconPlaneDeparture },
  75: { color: 'cyan', icon: IconPlaneArrival },
  80: { color: 'grape', icon: IconBuildingBank },
  82: { color: 'orange', icon: IconClockPause },
  84: { color: 'grape', icon: IconCircleCheck },
  86: { color: 'cyan', icon: IconTruckDelivery },
  88: { color: 'red', icon: IconHomeX },
  90: { color: 'teal', icon: IconHomeCheck },
  92: { color: 'yellow', icon: IconTruckReturn },
  93: { color: 'gray', icon: IconArrowBackUp },
  95: { color: 'red', icon: IconQuestionMark },
  96: { color: 'red', icon: IconBan },
} satisfies Record<ShipmentStatus, Omit<StatusLook, 'label'>>

export const statusLook = (status: ShipmentStatus, t: TFunction<'shipments'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

const CANCELLED: ShipmentStatus = 0

type Verb = 'update' | 'print_label' | 'record_event' | 'cancel'

/** Why the server will not do it with a shipment in this status: `can` decides, this only says so in words. */
export const refusal = (verb: Verb, status: ShipmentStatus, t: TFunction<'shipments'>) =>
  status === CANCELLED ? t('refused.cancelled') : t(`refused.${verb}`)

import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconBuildingWarehouse,
  IconCircleCheck,
  IconClipboardText,
  IconClockPause,
  IconHomeCheck,
  IconHomeX,
  IconPackageExport,
  IconPackageImport,
  IconPlane,
  IconPlaneArrival,
  IconPlaneDeparture,
  IconQuestionMark,
  IconReceipt,
  IconTag,
  IconTruckDelivery,
  IconTruckReturn,
} from '@tabler/icons-react'
import type { EventStage, ShipmentStatus } from '@/api/schema'

type Look = { key: StatusKey; color: string; icon: Icon }

export type StatusKey =
  | 'arrived'
  | 'cancelled'
  | 'cleared'
  | 'confirmed'
  | 'customs_hold'
  | 'delivered'
  | 'delivery_failed'
  | 'departed'
  | 'in_customs'
  | 'labelled'
  | 'last_mile'
  | 'lost'
  | 'preparing'
  | 'ready'
  | 'received'
  | 'returned'
  | 'returning'
  | 'seized'

const PREPARING: Look = { key: 'preparing', color: 'blue', icon: IconClipboardText }
const RECEIVED: Look = { key: 'received', color: 'cyan', icon: IconPackageImport }
const READY: Look = { key: 'ready', color: 'cyan', icon: IconPackageExport }

/** The states of a shipment as its receiver understands them: what concerns the office only is not told apart. */
export const STATUS: Record<ShipmentStatus, Look> = {
  0: { key: 'cancelled', color: 'gray', icon: IconBan },
  10: PREPARING,
  15: PREPARING,
  20: PREPARING,
  30: { key: 'confirmed', color: 'indigo', icon: IconCircleCheck },
  35: { key: 'labelled', color: 'violet', icon: IconTag },
  40: RECEIVED,
  45: RECEIVED,
  50: READY,
  60: READY,
  70: { key: 'departed', color: 'cyan', icon: IconPlaneDeparture },
  75: { key: 'arrived', color: 'cyan', icon: IconPlaneArrival },
  80: { key: 'in_customs', color: 'grape', icon: IconBuildingBank },
  82: { key: 'customs_hold', color: 'orange', icon: IconClockPause },
  84: { key: 'cleared', color: 'grape', icon: IconCircleCheck },
  86: { key: 'last_mile', color: 'cyan', icon: IconTruckDelivery },
  88: { key: 'delivery_failed', color: 'red', icon: IconHomeX },
  90: { key: 'delivered', color: 'teal', icon: IconHomeCheck },
  92: { key: 'returning', color: 'yellow', icon: IconTruckReturn },
  93: { key: 'returned', color: 'gray', icon: IconArrowBackUp },
  95: { key: 'lost', color: 'red', icon: IconQuestionMark },
  96: { key: 'seized', color: 'red', icon: IconBan },
}

export const STAGE_ICON: Record<EventStage, Icon> = {
  order: IconClipboardText,
  origin: IconBuildingWarehouse,
  export: IconPackageExport,
  transit: IconPlane,
  customs: IconBuildingBank,
  last_mile: IconTruckDelivery,
  return: IconTruckReturn,
  exception: IconAlertTriangle,
  finance: IconReceipt,
}

export const eventIcon = (event: { code: string; stage: EventStage }) =>
  event.code === 'DELIVERED' ? IconHomeCheck : STAGE_ICON[event.stage]

/** Keys of the texts, in the namespace `tracking`. */
export const statusTextKey = ({ key }: Look) => `status.${key}` as const
export const stageTextKey = <S extends EventStage | 'delivered'>(stage: S) => `stage.${stage}` as const

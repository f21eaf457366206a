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
import { type EventStage, ShipmentStatus } from '@/api/schema'

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
  [ShipmentStatus.Cancelled]: { key: 'cancelled', color: 'gray', icon: IconBan },
  [ShipmentStatus.Draft]: PREPARING,
  [ShipmentStatus.NeedsAttention]: PREPARING,
  [ShipmentStatus.AwaitingPayment]: PREPARING,
  [ShipmentStatus.Confirmed]: { key: 'confirmed', color: 'indigo', icon: IconCircleCheck },
  [ShipmentStatus.Labelled]: { key: 'labelled', color: 'violet', icon: IconTag },
  [ShipmentStatus.Received]: RECEIVED,
  [ShipmentStatus.ReweighHold]: RECEIVED,
  [ShipmentStatus.Bagged]: READY,
  [ShipmentStatus.Manifested]: READY,
  [ShipmentStatus.Departed]: { key: 'departed', color: 'cyan', icon: IconPlaneDeparture },
  [ShipmentStatus.Arrived]: { key: 'arrived', color: 'cyan', icon: IconPlaneArrival },
  [ShipmentStatus.InCustoms]: { key: 'in_customs', color: 'grape', icon: IconBuildingBank },
  [ShipmentStatus.CustomsHold]: { key: 'customs_hold', color: 'orange', icon: IconClockPause },
  [ShipmentStatus.Cleared]: { key: 'cleared', color: 'grape', icon: IconCircleCheck },
  [ShipmentStatus.LastMile]: { key: 'last_mile', color: 'cyan', icon: IconTruckDelivery },
  [ShipmentStatus.DeliveryFailed]: { key: 'delivery_failed', color: 'red', icon: IconHomeX },
  [ShipmentStatus.Delivered]: { key: 'delivered', color: 'teal', icon: IconHomeCheck },
  [ShipmentStatus.Returning]: { key: 'returning', color: 'yellow', icon: IconTruckReturn },
  [ShipmentStatus.Returned]: { key: 'returned', color: 'gray', icon: IconArrowBackUp },
  [ShipmentStatus.Lost]: { key: 'lost', color: 'red', icon: IconQuestionMark },
  [ShipmentStatus.Seized]: { key: 'seized', color: 'red', icon: IconBan },
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

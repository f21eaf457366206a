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
  IconHandStop,
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

/** How the state of a shipment looks; its receiver is not told what concerns the office only. */
type Look = { color: string; icon: Icon }

const PREPARING: Look = { color: 'blue', icon: IconClipboardText }
const RECEIVED: Look = { color: 'cyan', icon: IconPackageImport }
const READY: Look = { color: 'cyan', icon: IconPackageExport }

export const STATUS: Record<ShipmentStatus, Look> = {
  [ShipmentStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [ShipmentStatus.Draft]: PREPARING,
  [ShipmentStatus.NeedsAttention]: PREPARING,
  [ShipmentStatus.AwaitingPayment]: PREPARING,
  [ShipmentStatus.Confirmed]: { color: 'indigo', icon: IconCircleCheck },
  [ShipmentStatus.Labelled]: { color: 'violet', icon: IconTag },
  [ShipmentStatus.Received]: RECEIVED,
  [ShipmentStatus.ReweighHold]: RECEIVED,
  [ShipmentStatus.Bagged]: READY,
  [ShipmentStatus.Manifested]: READY,
  [ShipmentStatus.Departed]: { color: 'cyan', icon: IconPlaneDeparture },
  [ShipmentStatus.Arrived]: { color: 'cyan', icon: IconPlaneArrival },
  [ShipmentStatus.InCustoms]: { color: 'grape', icon: IconBuildingBank },
  [ShipmentStatus.CustomsHold]: { color: 'orange', icon: IconClockPause },
  [ShipmentStatus.Cleared]: { color: 'grape', icon: IconCircleCheck },
  [ShipmentStatus.LastMile]: { color: 'cyan', icon: IconTruckDelivery },
  [ShipmentStatus.DeliveryFailed]: { color: 'red', icon: IconHomeX },
  [ShipmentStatus.Delivered]: { color: 'teal', icon: IconHomeCheck },
  [ShipmentStatus.Returning]: { color: 'yellow', icon: IconTruckReturn },
  [ShipmentStatus.Returned]: { color: 'gray', icon: IconArrowBackUp },
  [ShipmentStatus.Lost]: { color: 'red', icon: IconQuestionMark },
  [ShipmentStatus.Seized]: { color: 'red', icon: IconBan },
}

/** A shipment that the company holds, whatever its status. */
export const HELD: Look = { color: 'orange', icon: IconHandStop }

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

/** The list of shipments names the states; everybody else uses its words. */
export const statusTextKey = <S extends ShipmentStatus>(status: S) =>
  `shipment-status:status.${status}` as const
/** Keys of the texts, in the namespace `tracking`. */
export const stageTextKey = <S extends EventStage | 'delivered'>(stage: S) => `stage.${stage}` as const

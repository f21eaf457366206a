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
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { missingText } from '@/shared/shipments/missing-fields'
import type { StatusLook } from '@/ui/StatusBadge'

const LOOKS = {
  [ShipmentStatus.Cancelled]: { color: 'gray', icon: IconBan },
  [ShipmentStatus.Draft]: { color: 'blue', icon: IconPencil },
  [ShipmentStatus.NeedsAttention]: { color: 'orange', icon: IconAlertTriangle },
  [ShipmentStatus.AwaitingPayment]: { color: 'yellow', icon: IconClockDollar },
  [ShipmentStatus.Confirmed]: { color: 'indigo', icon: IconCircleCheck },
  [ShipmentStatus.Labelled]: { color: 'violet', icon: IconTag },
  [ShipmentStatus.Received]: { color: 'cyan', icon: IconPackageImport },
  [ShipmentStatus.ReweighHold]: { color: 'orange', icon: IconScale },
  [ShipmentStatus.Bagged]: { color: 'cyan', icon: IconShoppingBag },
  [ShipmentStatus.Manifested]: { color: 'cyan', icon: IconFileCheck },
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
} satisfies Record<ShipmentStatus, Omit<StatusLook, 'label'>>

export const statusLook = (status: ShipmentStatus, t: TFunction<'shipment-status'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

/** In the words of somebody who sends parcels, not of the trade. */
export const plainLook = (status: ShipmentStatus, t: TFunction<'shipments'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`plain.${status}`),
})

type Verb =
  | 'update'
  | 'confirm'
  | 'print_label'
  | 'print_documents'
  | 'record_event'
  | 'cancel'
  | 'hold'
  | 'release'
type Refused = Pick<ShipmentSummary, 'status' | 'missing' | 'unconfirmed' | 'hold'>

/** Verbs that need a complete shipment. */
const NEED_ALL = new Set<Verb>(['confirm', 'print_label', 'print_documents'])

/** Why the server will not do it with this shipment: `can` decides, this only says so in words. */
export function refusal(
  verb: Verb,
  { status, missing, unconfirmed, hold }: Refused,
  t: TFunction<'shipments'>,
) {
  if (status === ShipmentStatus.Cancelled) return t('refused.cancelled')
  const last = verb === 'confirm' ? ShipmentStatus.NeedsAttention : ShipmentStatus.Received
  const lacks = status <= last || (verb === 'confirm' && unconfirmed)
  if (NEED_ALL.has(verb) && missing.length > 0 && lacks) {
    return t('refused.missing', { fields: missingText(missing, t) })
  }
  if (verb === 'print_label' && hold) return t('refused.onHold')
  if (verb === 'confirm' && status === ShipmentStatus.AwaitingPayment) return t('refused.payment')
  if (verb === 'update' && status >= ShipmentStatus.Received) return t('refused.received')
  // The status would allow it: money was paid for its loss, or may be.
  if (verb === 'cancel' && status <= ShipmentStatus.ReweighHold) return t('refused.claimed')
  return t(`refused.${verb}`)
}

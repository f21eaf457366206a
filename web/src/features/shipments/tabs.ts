import { ShipmentStatus } from '@/api/schema'

const codes = (...statuses: ShipmentStatus[]) => statuses.join(',')

/** The stages of work in the order of a shipment's way, as values of the filter by status. */
export const STATUS_TABS = [
  { id: 'attention', status: codes(ShipmentStatus.NeedsAttention) },
  { id: 'drafts', status: codes(ShipmentStatus.Draft, ShipmentStatus.AwaitingPayment) },
  { id: 'toPrint', status: codes(ShipmentStatus.Confirmed) },
  { id: 'labelled', status: codes(ShipmentStatus.Labelled) },
  {
    id: 'warehouse',
    status: codes(
      ShipmentStatus.Received,
      ShipmentStatus.ReweighHold,
      ShipmentStatus.Bagged,
      ShipmentStatus.Manifested,
    ),
  },
  { id: 'transit', status: codes(ShipmentStatus.Departed, ShipmentStatus.Arrived) },
  {
    id: 'customs',
    status: codes(ShipmentStatus.InCustoms, ShipmentStatus.CustomsHold, ShipmentStatus.Cleared),
  },
  { id: 'delivery', status: codes(ShipmentStatus.LastMile) },
  { id: 'delivered', status: codes(ShipmentStatus.Delivered) },
  {
    id: 'problems',
    status: codes(
      ShipmentStatus.DeliveryFailed,
      ShipmentStatus.Returning,
      ShipmentStatus.Returned,
      ShipmentStatus.Lost,
      ShipmentStatus.Seized,
    ),
  },
] as const

export type StatusTab = (typeof STATUS_TABS)[number]

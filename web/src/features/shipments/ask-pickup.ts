import { type Shipment, ShipmentStatus } from '@/api/schema'
import { paths } from '@/context/paths'

/** Only confirmed parcels that are still with the sender are picked up. */
export const isAtSender = ({ status }: Pick<Shipment, 'status'>) =>
  status === ShipmentStatus.Confirmed || status === ShipmentStatus.Labelled

/** The address of the form that asks for a pickup of this shipment. */
export const askPickupOf = (id: string) => `${paths['pickups.create']()}?shipment_id=${id}`

import type { PickupDetails, PickupInput, Shipment, ShipmentProposal } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'
import { readPlace, writePlace } from '@/ui/fields/coordinates'

export type PickupValues = Address & {
  client_id: string | null
  client_label: string | null
  /** A place as maps show it: two numbers in one text. */
  coordinates: string | null
  contact: string | null
  phone: string | null
  on_date: string | null
  from_time: string | null
  to_time: string | null
  ready_place: string | null
  instructions: string | null
  parcels: number | null
  weight_g: number | null
  shipment_ids: string[]
  /** The days of the week of a repetition, '1' for Monday; none for once. */
  weekdays: string[]
  until: string
  version?: number
}

/** A new pickup, at the company's country. */
export const emptyPickup = (country_id: number): PickupValues => ({
  ...NO_ADDRESS,
  country_id,
  client_id: null,
  client_label: null,
  coordinates: null,
  contact: null,
  phone: null,
  on_date: null,
  from_time: null,
  to_time: null,
  ready_place: null,
  instructions: null,
  parcels: 1,
  weight_g: null,
  shipment_ids: [],
  weekdays: [],
  until: '',
})

/** The parcels are where the sender of the shipment is. */
export const fromShipment = (shipment: Shipment): Partial<PickupValues> => ({
  client_id: shipment.client_id,
  client_label: shipment.client_name,
  contact: shipment.from_responsible ?? shipment.from_name,
  phone: shipment.from_phone,
  country_id: shipment.from_country_id,
  postcode: shipment.from_postcode,
  address_1: shipment.from_address_1,
  address_2: shipment.from_address_2,
  address_number: shipment.from_address_number,
  address_complement: shipment.from_address_complement,
  state_id: shipment.from_state_id,
  city: shipment.from_city,
  parcels: Math.max(1, shipment.parcels.length),
  shipment_ids: [shipment.id],
})

/** The client's own address. */
export function fromProposal({ sender }: ShipmentProposal): Partial<PickupValues> {
  if (!sender) return {}
  return {
    contact: sender.responsible ?? sender.name,
    phone: sender.phone,
    country_id: sender.country_id,
    postcode: sender.postcode,
    address_1: sender.address_1,
    address_2: sender.address_2,
    address_number: sender.address_number,
    address_complement: sender.address_complement,
    state_id: sender.state_id,
    city: sender.city,
  }
}

export const valuesOf = (pickup: PickupDetails): PickupValues => ({
  ...addressOf(pickup),
  client_id: pickup.client_id,
  client_label: pickup.client_name,
  coordinates: writePlace(pickup.latitude, pickup.longitude),
  contact: pickup.contact,
  phone: pickup.phone,
  on_date: pickup.on_date,
  from_time: pickup.from_time,
  to_time: pickup.to_time,
  ready_place: pickup.ready_place,
  instructions: pickup.instructions,
  parcels: pickup.parcels,
  weight_g: pickup.weight_g,
  shipment_ids: pickup.shipments.filter(({ outcome }) => outcome === 'expected').map(({ id }) => id),
  weekdays: (pickup.repeats?.weekdays ?? []).map(String),
  until: pickup.repeats?.until ?? '',
  version: pickup.version,
})

export const inputOf = ({
  version: _,
  client_label: __,
  weekdays,
  until,
  coordinates,
  ...values
}: PickupValues): PickupInput => ({
  ...values,
  ...readPlace(coordinates),
  repeats:
    weekdays.length > 0
      ? { weekdays: weekdays.map(Number).sort((a, b) => a - b), until: until || null }
      : null,
  // The form is not sent without these.
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
  contact: values.contact ?? '',
  on_date: values.on_date ?? '',
  from_time: values.from_time ?? '',
  to_time: values.to_time ?? '',
  parcels: values.parcels ?? 1,
})

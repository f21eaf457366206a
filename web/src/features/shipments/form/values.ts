import {
  DocumentType,
  type Parcel,
  PersonType,
  type Shipment,
  type ShipmentInput,
  type ShipmentItem,
} from '@/api/schema'
import { BRAZIL } from '@/ui/fields/party'

/** All fields there, unset ones null. */
type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> }

/** Rows come and go, so each carries a name of its own for React. */
export type ParcelRow = Complete<Parcel> & { key: string }
export type ItemRow = Omit<Complete<ShipmentItem>, 'quantity'> & { key: string; quantity: string | null }

type Fields = Omit<Complete<ShipmentInput>, 'parcels' | 'items'>

/** The form as it stands: named as on the wire, so that refusals of the server find their field. */
export type ShipmentValues = Fields & {
  parcels: ParcelRow[]
  items: ItemRow[]
  /** Shown in the client's field; never sent. */
  client_label: string | null
  /** The same of the subsidiary's. */
  subsidiary_label: string | null
  /** And of the partner's. */
  partner_label: string | null
  /** Whether the address book gets the sender and the recipient; never sent with the shipment. */
  from_saved: boolean
  to_saved: boolean
  /** The version this was read with; null for a new shipment. */
  version: number | null
}

export type Side = 'from' | 'to'

let rows = 0
/** Also unlike the rows of a draft of an earlier visit. */
const rowKey = () => `${Date.now().toString(36)}-${rows++}`

export const emptyParcel = (): ParcelRow => ({
  key: rowKey(),
  length_mm: null,
  width_mm: null,
  height_mm: null,
  weight_g: null,
  size_unit: null,
  weight_unit: null,
})

export const emptyItem = (): ItemRow => ({
  key: rowKey(),
  external_ref: null,
  description: '',
  hs_code: null,
  sku: null,
  batch: null,
  quantity: '1',
  unit: null,
  unit_value: null,
  net_weight_g: null,
  origin_country_id: null,
})

export const copyOf = <R extends { key: string }>(row: R): R => ({ ...row, key: rowKey() })

export function emptyShipment(currency: string, countryId: number): ShipmentValues {
  return {
    client_id: null,
    client_label: null,
    subsidiary_label: null,
    partner_label: null,
    from_saved: false,
    to_saved: false,
    service_id: null,
    subsidiary_id: null,
    partner_id: null,
    source: 'manual',
    external_ref: null,
    direction: 'export',
    contents_type: null,
    incoterm: null,
    non_delivery: 'return',
    currency,
    declared_value: null,
    freight_declared: null,
    insurance_value: null,
    declared_weight_g: null,
    notes: null,
    shipped_on: null,
    due_on: null,
    from_person_type: PersonType.Person,
    from_name: null,
    from_trading_name: null,
    from_responsible: null,
    from_document_type: DocumentType.TaxId,
    from_document: null,
    from_ie: null,
    from_email: null,
    from_phone: null,
    from_country_id: countryId,
    from_postcode: null,
    from_address_1: null,
    from_address_2: null,
    from_address_number: null,
    from_address_complement: null,
    from_state_id: null,
    from_city: null,
    to_person_type: PersonType.Person,
    to_name: null,
    to_trading_name: null,
    to_responsible: null,
    to_document_type: DocumentType.TaxId,
    to_document: null,
    to_ie: null,
    to_email: null,
    to_phone: null,
    to_country_id: null,
    to_postcode: null,
    to_address_1: null,
    to_address_2: null,
    to_address_number: null,
    to_address_complement: null,
    to_state_id: null,
    to_city: null,
    to_updates_language: null,
    parcels: [emptyParcel()],
    items: [emptyItem()],
    version: null,
  }
}

/** A weight that nobody declared is stored as the sum of the parcels; the form leaves it to them. */
function declaredByHand({ declared_weight_g, parcels }: Shipment) {
  const sum = parcels.reduce((total, { weight_g }) => total + (weight_g ?? 0), 0)
  return declared_weight_g === sum ? null : (declared_weight_g ?? null)
}

/** A shipment as the form holds it; what the form does not show is left out. */
export function valuesOf(shipment: Shipment): ShipmentValues {
  const empty = emptyShipment('', BRAZIL)
  const names = Object.keys(empty) as (keyof ShipmentValues)[]
  const known = Object.fromEntries(
    names.filter((name) => name in shipment).map((name) => [name, shipment[name as keyof Shipment] ?? null]),
  )
  return {
    ...empty,
    ...known,
    client_label: shipment.client_name,
    subsidiary_label: shipment.subsidiary_title,
    partner_label: shipment.partner_name,
    declared_weight_g: declaredByHand(shipment),
    parcels:
      shipment.parcels.length > 0
        ? shipment.parcels.map((parcel) => ({ ...emptyParcel(), ...parcel }))
        : [emptyParcel()],
    items:
      shipment.items.length > 0 ? shipment.items.map((item) => ({ ...emptyItem(), ...item })) : [emptyItem()],
  }
}

export const isBlankParcel = (parcel: ParcelRow) =>
  [parcel.length_mm, parcel.width_mm, parcel.height_mm, parcel.weight_g].every((value) => value === null)

const ITEM_PARTS = [
  'description',
  'hs_code',
  'sku',
  'unit',
  'unit_value',
  'net_weight_g',
  'origin_country_id',
] as const

/** A line that nobody filled in: the quantity stands there from the start. */
export const isBlankItem = (item: ItemRow) =>
  ITEM_PARTS.every((part) => item[part] === null || item[part] === '')

/** The rows that somebody filled in. */
export const withoutBlanks = (values: ShipmentValues): Pick<ShipmentValues, 'parcels' | 'items'> => ({
  parcels: values.parcels.filter((parcel) => !isBlankParcel(parcel)),
  items: values.items.filter((item) => !isBlankItem(item)),
})

const blanksLast = <R extends { key: string }>(rows: R[], filled: R[]) => [
  ...filled,
  ...rows.filter((row) => !filled.includes(row)),
]

/** With the rows that nobody filled in at the end: a refusal of the server finds its row by number. */
export function inOrder(values: ShipmentValues): Pick<ShipmentValues, 'parcels' | 'items'> {
  const { parcels, items } = withoutBlanks(values)
  return { parcels: blanksLast(values.parcels, parcels), items: blanksLast(values.items, items) }
}

/** The request. Empty rows are left out. */
export function inputOf(values: ShipmentValues): ShipmentInput {
  const { client_label, subsidiary_label, partner_label, from_saved, to_saved, version, ...fields } = values
  const { parcels, items } = withoutBlanks(values)
  return {
    ...fields,
    parcels: parcels.map(({ key, ...parcel }) => parcel),
    items: items.map(({ key, quantity, ...item }) => ({ ...item, quantity: quantity ?? '0' })),
  }
}

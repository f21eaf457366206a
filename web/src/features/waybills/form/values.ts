import type {
  ChargeDue,
  NewWaybillInput,
  RateClass,
  Waybill,
  WaybillAgent,
  WaybillParty,
  WaybillPayment,
} from '@/api/schema'
import { fromWall, toWall } from '@/ui/time/wall-time'

export type LegValues = {
  key: string
  flight: string
  origin: string | null
  destination: string | null
  departs_on: string
  departure_time: string
  arrives_on: string
  arrival_time: string
}

export type PartyValues = {
  name: string
  street: string
  city: string
  state: string
  postcode: string
  country_id: number | null
  phone: string
  document: string
  account: string
}

export type AgentValues = {
  name: string
  city: string
  iata_code: string
  settlement_code: string
  account: string
}

export type RateValues = {
  key: string
  rate_class: RateClass
  commodity: string
  chargeable_g: number | null
  rate: string | null
}

export type ChargeValues = { key: string; code: string; due: ChargeDue; amount: string | null }

/** All fields there, unset ones null or empty. Each form shows those that it takes. */
export type WaybillValues = {
  provider_id: string | null
  number: string | null
  subsidiary_id: string | null
  origin_airport: string | null
  destination_airport: string | null
  legs: LegValues[]
  /** Wall time in the account's zone. */
  cutoff_at: string | null
  shipper: PartyValues
  consignee: PartyValues
  agent: AgentValues
  pieces: number | null
  gross_g: number | null
  chargeable_g: number | null
  /** Cubic metres. */
  volume: string | null
  currency: string | null
  payment: WaybillPayment
  rate_lines: RateValues[]
  other_charges: ChargeValues[]
  declared_carriage: string | null
  declared_customs: string | null
  goods: string | null
  handling_codes: string[]
  handling_note: string | null
  is_electronic: boolean
  customs_reference: string | null
  executed_on: string
  executed_at: string | null
  signatory: string | null
  note: string | null
  /** Fields of an amendment. */
  reason: string | null
  removed_content_ids: string[]
  version?: number
}

/** Fields that all calls take. */
type WaybillFields = Omit<NewWaybillInput, 'provider_id' | 'number' | 'subsidiary_id'>

const CM3_PER_M3 = 1_000_000

const newKey = () => crypto.randomUUID()

/** A flight that goes on where the one before ends. */
export const emptyLeg = (origin: string | null, destination: string | null): LegValues => ({
  key: newKey(),
  flight: '',
  origin,
  destination,
  departs_on: '',
  departure_time: '',
  arrives_on: '',
  arrival_time: '',
})

export const emptyRate = (): RateValues => ({
  key: newKey(),
  rate_class: 'Q',
  commodity: '',
  chargeable_g: null,
  rate: null,
})

export const emptyCharge = (): ChargeValues => ({ key: newKey(), code: '', due: 'carrier', amount: null })

const EMPTY_PARTY: PartyValues = {
  name: '',
  street: '',
  city: '',
  state: '',
  postcode: '',
  country_id: null,
  phone: '',
  document: '',
  account: '',
}

const EMPTY_AGENT: AgentValues = { name: '', city: '', iata_code: '', settlement_code: '', account: '' }

export const emptyWaybill = (): WaybillValues => ({
  provider_id: null,
  number: null,
  subsidiary_id: null,
  origin_airport: null,
  destination_airport: null,
  legs: [],
  cutoff_at: null,
  shipper: EMPTY_PARTY,
  consignee: EMPTY_PARTY,
  agent: EMPTY_AGENT,
  pieces: null,
  gross_g: null,
  chargeable_g: null,
  volume: null,
  currency: null,
  payment: 'prepaid',
  rate_lines: [],
  other_charges: [],
  declared_carriage: null,
  declared_customs: null,
  goods: null,
  handling_codes: [],
  handling_note: null,
  is_electronic: true,
  customs_reference: null,
  executed_on: '',
  executed_at: null,
  signatory: null,
  note: null,
  reason: null,
  removed_content_ids: [],
})

/** With an empty text for each field that is null. */
function filled<T extends object>(empty: T, record: object | null): T {
  const known = Object.entries(record ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return { ...empty, ...Object.fromEntries(known) }
}

export const valuesOf = (waybill: Waybill, zone: string): WaybillValues => ({
  ...emptyWaybill(),
  provider_id: waybill.provider_id,
  number: waybill.number,
  subsidiary_id: waybill.subsidiary_id,
  origin_airport: waybill.origin_airport,
  destination_airport: waybill.destination_airport,
  legs: waybill.legs.map((leg) => filled(emptyLeg(null, null), leg)),
  cutoff_at: waybill.cutoff_at && toWall(new Date(waybill.cutoff_at), zone),
  shipper: filled(EMPTY_PARTY, waybill.shipper),
  consignee: filled(EMPTY_PARTY, waybill.consignee),
  agent: filled(EMPTY_AGENT, waybill.agent),
  pieces: waybill.pieces,
  gross_g: waybill.gross_g,
  chargeable_g: waybill.chargeable_g,
  volume: waybill.volume_cm3 === null ? null : String(waybill.volume_cm3 / CM3_PER_M3),
  currency: waybill.currency,
  payment: waybill.payment,
  rate_lines: waybill.rate_lines.map((line) => filled(emptyRate(), line)),
  other_charges: waybill.other_charges.map((charge) => filled(emptyCharge(), charge)),
  declared_carriage: waybill.declared_carriage,
  declared_customs: waybill.declared_customs,
  goods: waybill.goods,
  handling_codes: waybill.handling_codes,
  handling_note: waybill.handling_note,
  is_electronic: waybill.is_electronic,
  customs_reference: waybill.customs_reference,
  executed_on: waybill.executed_on ?? '',
  executed_at: waybill.executed_at,
  signatory: waybill.signatory,
  note: waybill.note,
  version: waybill.version,
})

const isBlank = (values: object) =>
  Object.values(values).every((value) => value === null || (typeof value === 'string' && value.trim() === ''))

const partyOf = (values: PartyValues): WaybillParty | null =>
  isBlank(values) ? null : { ...values, country_id: values.country_id ?? 0 }

const agentOf = (values: AgentValues): WaybillAgent | null => (isBlank(values) ? null : values)

const legOf = ({ key: _, ...leg }: LegValues) => ({
  ...leg,
  origin: leg.origin ?? '',
  destination: leg.destination ?? '',
  departure_time: leg.departure_time || null,
  arrives_on: leg.arrives_on || null,
  arrival_time: leg.arrival_time || null,
})

/** Turns a form into the body that the server takes. */
export function fieldsOf(values: WaybillValues, zone: string): WaybillFields {
  const { provider_id, number, subsidiary_id, reason, removed_content_ids, version, volume, ...rest } = values
  const { cutoff_at } = rest
  return {
    ...rest,
    origin_airport: rest.origin_airport ?? '',
    destination_airport: rest.destination_airport ?? '',
    legs: rest.legs.map(legOf),
    cutoff_at: (cutoff_at && fromWall(cutoff_at, zone)?.toISOString()) || null,
    shipper: partyOf(rest.shipper),
    consignee: partyOf(rest.consignee),
    agent: agentOf(rest.agent),
    volume_cm3: volume === null ? null : Math.round(Number(volume) * CM3_PER_M3),
    rate_lines: rest.rate_lines.map(({ key: _, ...line }) => ({ ...line, rate: line.rate ?? '0' })),
    other_charges: rest.other_charges.map(({ key: _, ...charge }) => ({
      ...charge,
      amount: charge.amount ?? '0',
    })),
    executed_on: rest.executed_on || null,
  }
}

/** The same for a new waybill: with its airline, and its number if somebody typed one. */
export const newInputOf = (values: WaybillValues, zone: string): NewWaybillInput => ({
  ...fieldsOf(values, zone),
  provider_id: values.provider_id ?? '',
  number: values.number,
  subsidiary_id: values.subsidiary_id,
})

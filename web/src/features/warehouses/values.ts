import type {
  ParcelIntake,
  ParcelPlace,
  PickupRules,
  StorageRate,
  Warehouse,
  WarehouseInput,
  WarehouseType,
} from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** The company, a branch or a provider runs it; ids of others are not sent. */
export type WarehouseValues = Address & {
  code: string | null
  name: string | null
  warehouse_type: WarehouseType
  run_by: 'company' | 'subsidiary' | 'provider'
  subsidiary_id: string | null
  provider_id: string | null
  airport: string | null
  time_zone: string
  hours: string | null
  /** None if it does not pick up. */
  pickup: PickupRules | null
  /** What the storage of parcels of clients costs; null where none are taken in. */
  storage: StorageValues | null
  /** The rules by which it refuses some of these parcels. */
  intake: ParcelIntake
  version?: number
}

/** The rules of a warehouse that begins to pick up, in the whole country. */
export const NO_PICKUP: PickupRules = {
  opens_at: '08:00',
  closes_at: '18:00',
  cutoff: '11:00',
  closed_weekdays: [6, 7],
  closed_dates: [],
  areas: [],
  cancel_fee: null,
}

/** A warehouse that takes in everything, anywhere. */
const NO_INTAKE: ParcelIntake = { refused_countries: [], refused_goods: [], places: [] }

export const NEW_PLACE: ParcelPlace = { place: '', max_parcels: null, is_closed: false }

export type StorageValues = {
  free_days: number | null
  free_days_packed: number | null
  fee_per_day: string | null
  currency: string | null
  cap_days: number | null
  charge_abandoned: boolean
  rates: StorageRateValues[]
} & Record<StorageFee, string | null>

/** A rate as it is typed. */
export type StorageRateValues = {
  client_group_id: string | null
  max_weight_g: number | null
  max_side_mm: number | null
  fee_per_day: string | null
  valid_from: string | null
  valid_to: string | null
}

/** A rate for all parcels from a day on. */
export const newRate = (valid_from: string): StorageRateValues => ({
  client_group_id: null,
  max_weight_g: null,
  max_side_mm: null,
  fee_per_day: null,
  valid_from,
  valid_to: null,
})

/** Fees of packing and of goods in stock, in the order of the form. */
export const STORAGE_FEES = [
  'repack_fee',
  'repack_parcel_fee',
  'remove_invoices_fee',
  'padding_fee',
  'goods_fee_per_day',
] as const
export type StorageFee = (typeof STORAGE_FEES)[number]

const NO_FEES: Record<StorageFee, string | null> = {
  repack_fee: null,
  repack_parcel_fee: null,
  remove_invoices_fee: null,
  padding_fee: null,
  goods_fee_per_day: null,
}

export const newStorage = (currency: string): StorageValues => ({
  free_days: 30,
  free_days_packed: 7,
  fee_per_day: null,
  currency,
  cap_days: null,
  charge_abandoned: false,
  rates: [],
  ...NO_FEES,
})

/** A new warehouse stands where the company does. */
export const emptyWarehouse = (country_id: number, time_zone: string): WarehouseValues => ({
  ...NO_ADDRESS,
  country_id,
  code: null,
  name: null,
  warehouse_type: 'hub',
  run_by: 'company',
  subsidiary_id: null,
  provider_id: null,
  airport: null,
  time_zone,
  hours: null,
  pickup: null,
  storage: null,
  intake: NO_INTAKE,
})

function keeperOf({ provider_id, subsidiary_id }: Warehouse) {
  if (provider_id) return 'provider'
  return subsidiary_id ? 'subsidiary' : 'company'
}

const rateOf = (rate: StorageRate): StorageRateValues => ({
  client_group_id: rate.client_group_id ?? null,
  max_weight_g: rate.max_weight_g ?? null,
  max_side_mm: rate.max_side_mm ?? null,
  fee_per_day: rate.fee_per_day,
  valid_from: rate.valid_from,
  valid_to: rate.valid_to ?? null,
})

/** The server takes whole grams and millimetres. */
const rateInputOf = (rate: StorageRateValues): StorageRate => ({
  ...rate,
  max_side_mm: rate.max_side_mm === null ? null : Math.round(rate.max_side_mm),
  fee_per_day: rate.fee_per_day ?? '0',
  valid_from: rate.valid_from ?? '',
})

export const valuesOf = (warehouse: Warehouse): WarehouseValues => ({
  ...addressOf(warehouse),
  code: warehouse.code,
  name: warehouse.name,
  warehouse_type: warehouse.warehouse_type,
  run_by: keeperOf(warehouse),
  subsidiary_id: warehouse.subsidiary_id,
  provider_id: warehouse.provider_id,
  airport: warehouse.airport,
  time_zone: warehouse.time_zone,
  hours: warehouse.hours,
  pickup: warehouse.pickup,
  storage: warehouse.storage && {
    ...NO_FEES,
    ...warehouse.storage,
    free_days_packed: warehouse.storage.free_days_packed ?? 7,
    cap_days: warehouse.storage.cap_days ?? null,
    charge_abandoned: warehouse.storage.charge_abandoned ?? false,
    rates: (warehouse.storage.rates ?? []).map(rateOf),
  },
  intake: warehouse.intake ?? NO_INTAKE,
  version: warehouse.version,
})

type Area = PickupRules['areas'][number]

// Rows that were added and not filled in are not sent.
const isPlace = ({ place }: ParcelPlace) => place.trim() !== ''
const isDate = (date: string) => date !== ''
const isArea = ({ from, to }: Area) => from !== '' || to !== ''

const numbersOf = <R>(rows: R[] | undefined, isSent: (row: R) => boolean) =>
  (rows ?? []).flatMap((row, number) => (isSent(row) ? [number] : []))

/** The numbers of the rows that are sent, by list: the server counts only these. */
export const listSentRows = ({ intake, pickup }: Pick<WarehouseValues, 'intake' | 'pickup'>) => ({
  'intake.places': numbersOf(intake.places, isPlace),
  'pickup.closed_dates': numbersOf(pickup?.closed_dates, isDate),
  'pickup.areas': numbersOf(pickup?.areas, isArea),
})

export const inputOf = ({ version: _, run_by, storage, ...values }: WarehouseValues): WarehouseInput => ({
  ...values,
  storage: storage && {
    free_days: storage.free_days ?? 0,
    free_days_packed: storage.free_days_packed ?? 0,
    fee_per_day: storage.fee_per_day ?? '0',
    currency: storage.currency ?? '',
    cap_days: storage.cap_days,
    charge_abandoned: storage.charge_abandoned,
    repack_fee: storage.repack_fee ?? '0',
    repack_parcel_fee: storage.repack_parcel_fee ?? '0',
    remove_invoices_fee: storage.remove_invoices_fee ?? '0',
    padding_fee: storage.padding_fee ?? '0',
    goods_fee_per_day: storage.goods_fee_per_day ?? '0',
    rates: storage.rates.map(rateInputOf),
  },
  intake: {
    ...values.intake,
    places: values.intake.places.filter(isPlace),
  },
  subsidiary_id: run_by === 'subsidiary' ? values.subsidiary_id : null,
  provider_id: run_by === 'provider' ? values.provider_id : null,
  pickup: values.pickup && {
    ...values.pickup,
    closed_dates: values.pickup.closed_dates.filter(isDate),
    areas: values.pickup.areas.filter(isArea),
  },
  // The form is not sent without these.
  code: values.code ?? '',
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})

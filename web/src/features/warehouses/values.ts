import type { PickupRules, Warehouse, WarehouseInput, WarehouseType } from '@/api/schema'
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
})

function keeperOf({ provider_id, subsidiary_id }: Warehouse) {
  if (provider_id) return 'provider'
  return subsidiary_id ? 'subsidiary' : 'company'
}

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
  version: warehouse.version,
})

export const inputOf = ({ version: _, run_by, ...values }: WarehouseValues): WarehouseInput => ({
  ...values,
  subsidiary_id: run_by === 'subsidiary' ? values.subsidiary_id : null,
  provider_id: run_by === 'provider' ? values.provider_id : null,
  pickup: values.pickup && {
    ...values.pickup,
    // A row that was added and not filled in.
    closed_dates: values.pickup.closed_dates.filter(Boolean),
    areas: values.pickup.areas.filter(({ from, to }) => from || to),
  },
  // The form is not sent without these.
  code: values.code ?? '',
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})

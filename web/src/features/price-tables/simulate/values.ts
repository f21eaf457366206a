import type {
  PriceContents,
  PriceHandling,
  PriceSimulationInput,
  PriceSizeUnit,
  PriceTable,
  PriceWeightUnit,
} from '@/api/schema'

export type ParcelValues = {
  key: string
  pieces: number
  weight: string | null
  length: string | null
  width: string | null
  height: string | null
}

export type SimulationValues = {
  /** Null for the version in force on the day. */
  version_id: string | null
  on: string | null
  origin: { country_id: number | null; state_id: number | null; postcode: string | null }
  country_id: number | null
  state_id: number | null
  postcode: string | null
  airport: string | null
  weight_unit: PriceWeightUnit
  size_unit: PriceSizeUnit
  parcels: ParcelValues[]
  declared_value: string | null
  insured_value: string | null
  contents: PriceContents
  handling: PriceHandling[]
}

let made = 0
export const emptyParcel = (): ParcelValues => ({
  key: `${++made}`,
  pieces: 1,
  weight: null,
  length: null,
  width: null,
  height: null,
})

export const emptySimulation = (
  table: PriceTable,
  today: string,
  version: string | null,
  home: number,
): SimulationValues => ({
  version_id: version,
  on: today,
  origin: { country_id: home, state_id: null, postcode: null },
  country_id: null,
  state_id: null,
  postcode: null,
  airport: null,
  weight_unit: table.weight_unit,
  size_unit: table.size_unit,
  parcels: [emptyParcel()],
  declared_value: null,
  insured_value: null,
  contents: 'merchandise',
  handling: [],
})

/** The form is not sent without a country and weights. */
export const inputOf = ({
  weight_unit,
  size_unit,
  parcels,
  origin,
  ...values
}: SimulationValues): PriceSimulationInput => ({
  ...values,
  on: values.on || null,
  // Cleared, it is the company's own country.
  origin: origin.country_id === null ? null : { ...origin, country_id: origin.country_id },
  country_id: values.country_id ?? 0,
  parcels: parcels.map(({ key: _, weight, ...parcel }) => ({
    ...parcel,
    weight: weight ?? '0',
    weight_unit,
    size_unit,
  })),
  value_currency: null,
  cost_table_id: null,
})

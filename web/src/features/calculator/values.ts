import type { ContentsType, QuoteInput, QuotePlace, QuoteShipment } from '@/api/schema'
import type { Unit } from '@/ui/format'
import { GRAMS_PER_POUND } from '@/ui/format'

/** Identical parcels: grams, and millimetres with one decimal. */
export type ParcelValues = {
  /** Rows come and go, so each carries a name of its own for React. */
  key: string
  pieces: number | null
  length: number | null
  width: number | null
  height: number | null
  weight: number | null
}

export type PlaceName = 'origin' | 'destination'

export type PlaceValues = {
  country_id: number | null
  state_id: number | null
  postcode: string | null
  city: string | null
}

/** Named as on the wire, so that refusals of the server find their field. */
export type CalculatorValues = {
  /** Null for the company's prices. A client always sees its own. */
  client_id: string | null
  origin: PlaceValues
  destination: PlaceValues
  parcels: ParcelValues[]
  contents_type: ContentsType
  currency: string
  declared_value: string | null
  insurance_value: string | null
  /** Null for what each service does. */
  incoterm: string | null
  pickup: boolean
}

const MM_PER_INCH = 25.4

let made = 0
export const emptyParcel = (): ParcelValues => ({
  key: `${++made}`,
  pieces: 1,
  length: null,
  width: null,
  height: null,
  weight: null,
})

const emptyPlace = (country_id: number | null): PlaceValues => ({
  country_id,
  state_id: null,
  postcode: null,
  city: null,
})

export const emptyValues = (currency: string, countryId: number): CalculatorValues => ({
  client_id: null,
  origin: emptyPlace(countryId),
  destination: emptyPlace(null),
  parcels: [emptyParcel()],
  contents_type: 'merchandise',
  currency,
  declared_value: null,
  insurance_value: null,
  incoterm: null,
  pickup: false,
})

const decimal = (value: number, digits: number) => String(Number(value.toFixed(digits)))

/** As it was typed: the units decide how a price table rounds. */
const weightText = (grams: number, unit: Unit) =>
  unit === 20 ? decimal(grams / GRAMS_PER_POUND, 2) : decimal(grams / 1000, 3)
const sizeText = (mm: number | null, unit: Unit) => {
  if (mm === null) return null
  return unit === 20 ? decimal(mm / MM_PER_INCH, 2) : decimal(mm / 10, 2)
}

type Units = { weightUnit: Unit; sizeUnit: Unit }

function parcelOf({ pieces, weight, length, width, height }: ParcelValues, { weightUnit, sizeUnit }: Units) {
  return {
    pieces: pieces ?? 1,
    weight: weightText(weight ?? 0, weightUnit),
    weight_unit: weightUnit === 20 ? ('lb' as const) : ('kg' as const),
    length: sizeText(length, sizeUnit),
    width: sizeText(width, sizeUnit),
    height: sizeText(height, sizeUnit),
    size_unit: sizeUnit === 20 ? ('in' as const) : ('cm' as const),
  }
}

/** The form is not sent without countries. */
const placeOf = (place: PlaceValues): QuotePlace => ({ ...place, country_id: place.country_id ?? 0 })

export const publicInputOf = (values: CalculatorValues, units: Units): QuoteShipment => {
  const { client_id: _, origin, destination, parcels, pickup, ...rest } = values
  return {
    ...rest,
    to_person_type: null,
    items: [],
    origin: placeOf(origin),
    destination: placeOf(destination),
    parcels: parcels.map((parcel) => parcelOf(parcel, units)),
    options: { pickup, handling: [], tax_programme: null, quote_currency: null },
  }
}

export const inputOf = (values: CalculatorValues, units: Units): QuoteInput => ({
  ...publicInputOf(values, units),
  client_id: values.client_id,
  service_id: null,
  saved: false,
})

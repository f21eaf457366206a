import { contentsTypeValues } from '@/api/schema'
import { oneOf, recordId, wholeNumber, words, yesOrNo } from '@/ui/table/list-spec'
import { type CalculatorValues, emptyParcel, type ParcelValues, type PlaceValues } from './values'

const matching = (pattern: RegExp) => (raw: unknown) => {
  const text = words(raw)
  return text && pattern.test(text) ? text : undefined
}
const amount = matching(/^\d{1,12}(\.\d{1,4})?$/)
const code = matching(/^[A-Z]{3}$/)
const short = (raw: unknown) => words(raw)?.slice(0, 100)

const READERS = {
  client_id: recordId,
  from_country: wholeNumber,
  from_state: wholeNumber,
  from_postcode: short,
  from_city: short,
  to_country: wholeNumber,
  to_state: wholeNumber,
  to_postcode: short,
  to_city: short,
  /** '2x300x200x100x1500,…': pieces, millimetres and grams. */
  parcels: matching(/^[\dx.,]{1,2000}$/),
  contents_type: oneOf(contentsTypeValues),
  currency: code,
  declared_value: amount,
  insurance_value: amount,
  incoterm: code,
  pickup: yesOrNo,
}

/** The calculation in the address: Back, reload and a link to a colleague show it again. */
export type CalculatorSearch = { [K in keyof typeof READERS]?: ReturnType<(typeof READERS)[K]> }

export const validateCalculator = (raw: Record<string, unknown>): CalculatorSearch =>
  Object.fromEntries(
    Object.entries(READERS)
      .map(([name, read]) => [name, read(raw[name])])
      .filter(([, value]) => value !== undefined),
  )

/** Whether it holds something that was calculated. */
export const isAsked = ({ to_country, parcels }: CalculatorSearch) =>
  to_country !== undefined && parcels !== undefined

const PARTS = ['pieces', 'length', 'width', 'height', 'weight'] as const

function parcelOf(text: string): ParcelValues {
  const numbers = text.split('x')
  const known = PARTS.map((part, at) => [part, numbers[at] ? Number(numbers[at]) : null])
  return { ...emptyParcel(), ...Object.fromEntries(known) }
}

const parcelText = (parcel: ParcelValues) => PARTS.map((part) => parcel[part] ?? '').join('x')

export function valuesOf(search: CalculatorSearch, empty: CalculatorValues): CalculatorValues {
  if (!isAsked(search)) return empty
  const { from_country, from_state, from_postcode, from_city, ...after } = search
  const { to_country, to_state, to_postcode, to_city, parcels, ...rest } = after
  const place = (
    country = empty.origin.country_id ?? undefined,
    state?: number,
    postcode?: string,
    city?: string,
  ): PlaceValues => ({
    country_id: country ?? null,
    state_id: state ?? null,
    postcode: postcode ?? null,
    city: city ?? null,
  })
  return {
    ...empty,
    ...(rest as Partial<CalculatorValues>),
    origin: place(from_country, from_state, from_postcode, from_city),
    destination: place(to_country, to_state, to_postcode, to_city),
    parcels: (parcels ?? '').split(',').map(parcelOf),
  }
}

/** Unset fields are left out. */
export function searchOf({ origin, destination, parcels, ...values }: CalculatorValues): CalculatorSearch {
  const all = {
    from_country: origin.country_id,
    from_state: origin.state_id,
    from_postcode: origin.postcode,
    from_city: origin.city,
    to_country: destination.country_id,
    to_state: destination.state_id,
    to_postcode: destination.postcode,
    to_city: destination.city,
    ...values,
  }
  const set = Object.entries(all).filter(([, value]) => value !== null && value !== '' && value !== false)
  return { ...Object.fromEntries(set), parcels: parcels.map(parcelText).join(',') }
}

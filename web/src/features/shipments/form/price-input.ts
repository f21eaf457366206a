import type { QuoteInput, QuoteOptions } from '@/api/schema'
import { GRAMS_PER_POUND, MM_PER_INCH } from '@/ui/format'
import {
  emptyParcel,
  type ItemRow,
  type ParcelRow,
  type ShipmentValues,
  type Side,
  withoutBlanks,
} from './values'

/** The code of pounds and of inches. */
const IMPERIAL = 20

const decimal = (value: number, digits: number) => String(Number(value.toFixed(digits)))

/** As it was entered: its units decide how a price table rounds. Undefined while nothing is weighed. */
function parcelOf(row: ParcelRow, whole: number | null) {
  const { length_mm, width_mm, height_mm } = row
  const grams = row.weight_g ?? whole ?? 0
  if (grams <= 0) return undefined
  const isPounds = row.weight_unit === IMPERIAL
  const isInches = row.size_unit === IMPERIAL
  const side = (mm: number) => (isInches ? decimal(mm / MM_PER_INCH, 2) : decimal(mm, 1))
  const isMeasured = length_mm !== null && width_mm !== null && height_mm !== null
  return {
    pieces: 1,
    weight: isPounds ? decimal(grams / GRAMS_PER_POUND, 2) : decimal(grams, 0),
    weight_unit: isPounds ? ('lb' as const) : ('g' as const),
    ...(isMeasured && {
      length: side(length_mm),
      width: side(width_mm),
      height: side(height_mm),
      size_unit: isInches ? ('in' as const) : ('mm' as const),
    }),
  }
}

const itemOf = ({ description, hs_code, quantity, unit_value, origin_country_id }: ItemRow) => ({
  description,
  hs_code,
  quantity: quantity ?? '0',
  unit_value: unit_value ?? '0',
  origin_country_id,
})

const placeOf = (values: ShipmentValues, side: Side, country_id: number) => ({
  country_id,
  state_id: values[`${side}_state_id`],
  postcode: values[`${side}_postcode`],
  city: values[`${side}_city`],
})

/**
 * The shipment as a quote prices it. Undefined while its way or a weight is open, and for the prices of a partner,
 * which quotes of staff do not have. `options` are those of a price that is charged already: a new one keeps them.
 */
export function priceInputOf(
  values: ShipmentValues,
  options: QuoteOptions | null = null,
): QuoteInput | undefined {
  const { from_country_id: from, to_country_id: to, insurance_value } = values
  if (from === null || to === null || values.partner_id !== null) return undefined
  const { parcels, items } = withoutBlanks(values)
  const rows = parcels.length > 0 ? parcels : [emptyParcel()]
  // A single parcel weighs what is declared, as the server has it.
  const whole = rows.length === 1 ? values.declared_weight_g : null
  const weighed = rows.map((row) => parcelOf(row, whole)).filter((parcel) => parcel !== undefined)
  if (weighed.length < rows.length) return undefined
  return {
    client_id: values.client_id,
    service_id: values.service_id,
    saved: false,
    origin: placeOf(values, 'from', from),
    destination: placeOf(values, 'to', to),
    to_person_type: values.to_person_type,
    parcels: weighed,
    items: items.filter(({ quantity }) => Number(quantity) > 0).map(itemOf),
    currency: values.currency,
    declared_value: values.declared_value,
    insurance_value: Number(insurance_value) > 0 ? insurance_value : null,
    contents_type: values.contents_type,
    incoterm: values.incoterm,
    options,
  }
}

import { decimalsOf } from '@/ui/format'
import type { ParcelRow } from './values'

/** How a service weighs: cubic millimetres for one gram, and the step to which a weight is rounded up. */
export type WeightRule = { divisor: number; step: number }

/** While no service says otherwise, as the server has it. */
export const WITHOUT_SERVICE: WeightRule = { divisor: 6000, step: 500 }

export function volumetricWeight({ length_mm, width_mm, height_mm }: ParcelRow, { divisor }: WeightRule) {
  if (length_mm === null || width_mm === null || height_mm === null) return null
  return Math.ceil((length_mm * width_mm * height_mm) / divisor)
}

const sum = (values: (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
}

export const parcelTotals = (parcels: ParcelRow[], rule: WeightRule) => ({
  weight: sum(parcels.map((parcel) => parcel.weight_g)),
  volumetric: sum(parcels.map((parcel) => volumetricWeight(parcel, rule))),
})

/** The three weights of the shipment, as the server will store them; null while unknown. */
export function weights(parcels: ParcelRow[], declaredByHand: number | null, rule: WeightRule) {
  const { weight, volumetric } = parcelTotals(parcels, rule)
  const declared = declaredByHand ?? weight
  const heavier = declared === null && volumetric === null ? null : Math.max(declared ?? 0, volumetric ?? 0)
  const chargeable = heavier === null ? null : Math.ceil(heavier / rule.step) * rule.step
  return { declared, volumetric, chargeable }
}

/** An item of the form or of a saved shipment. */
type Priced = { quantity: string | null; unit_value?: string | null }

const QUANTITY_DECIMALS = 3
const VALUE_DECIMALS = 4
const USUAL_DECIMALS = 2

/** A decimal number as an integer with so many digits after the point; null for what is none. */
function scaled(text: string, digits: number) {
  const [, whole = '', fraction = ''] = /^(\d*)\.?(\d*)$/.exec(text) ?? []
  if (!whole && !fraction) return null
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}

const coins = (currency: string | null | undefined) => (currency ? decimalsOf(currency) : USUAL_DECIMALS)

/** In the smallest coin of the currency, rounded half up as on the documents; null while a part is not known. */
function itemCoins({ quantity, unit_value }: Priced, currency: string | null | undefined) {
  const pieces = scaled(quantity ?? '', QUANTITY_DECIMALS)
  const value = scaled(unit_value ?? '', VALUE_DECIMALS)
  if (pieces === null || value === null) return null
  const step = 10n ** BigInt(QUANTITY_DECIMALS + VALUE_DECIMALS - coins(currency))
  return (pieces * value + step / 2n) / step
}

function decimal(amount: bigint | null, currency: string | null | undefined) {
  if (amount === null) return null
  const decimals = coins(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Quantity times unit value, in the decimals of the currency. */
export const itemTotal = (item: Priced, currency?: string | null) =>
  decimal(itemCoins(item, currency), currency)

/** The sum of the rounded lines. */
export function itemsTotal(items: Priced[], currency?: string | null) {
  const known = items.map((item) => itemCoins(item, currency)).filter((amount) => amount !== null)
  return known.length > 0
    ? decimal(
        known.reduce((total, amount) => total + amount, 0n),
        currency,
      )
    : null
}

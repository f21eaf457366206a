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

const CENTS = 100

/** An item of the form or of a saved shipment. */
type Priced = { quantity: string | null; unit_value?: string | null }

/** Cents, so that no sum drifts; null while a part is not known. */
function itemCents({ quantity, unit_value }: Priced) {
  if (!quantity || !unit_value) return null
  return Math.round(Number(quantity) * Number(unit_value) * CENTS)
}

const decimal = (cents: number | null) => (cents === null ? null : (cents / CENTS).toFixed(2))

export const itemTotal = (item: Priced) => decimal(itemCents(item))
export const itemsTotal = (items: Priced[]) => decimal(sum(items.map(itemCents)))

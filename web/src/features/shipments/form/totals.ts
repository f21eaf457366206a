import type { ParcelRow } from './values'

/** Cubic millimetres for one gram while no service says otherwise, as the server has it. */
export const USUAL_DIVISOR = 6000

export function volumetricWeight({ length_mm, width_mm, height_mm }: ParcelRow, divisor = USUAL_DIVISOR) {
  if (length_mm === null || width_mm === null || height_mm === null) return null
  return Math.ceil((length_mm * width_mm * height_mm) / divisor)
}

const sum = (values: (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null
}

export const parcelTotals = (parcels: ParcelRow[]) => ({
  weight: sum(parcels.map((parcel) => parcel.weight_g)),
  volumetric: sum(parcels.map((parcel) => volumetricWeight(parcel))),
})

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

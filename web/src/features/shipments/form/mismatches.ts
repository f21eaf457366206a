import type { ShipmentMismatch } from '@/api/schema'
import { itemsTotal, itemTotal } from './totals'
import { type ShipmentValues, withoutBlanks } from './values'

/** Figures of the form that do not agree, as the server lists those of a saved shipment. */
export function mismatchesOf(values: ShipmentValues): ShipmentMismatch[] {
  return [grossBelowParcels(values), netAboveGross(values), valueOfItems(values)].filter(
    (found) => found !== null,
  )
}

/** Parcels without a weight add nothing, so the known ones alone can exceed what was declared. */
export function grossBelowParcels({ parcels, declared_weight_g: stated }: ShipmentValues) {
  const counted = parcels.reduce((sum, { weight_g }) => sum + (weight_g ?? 0), 0)
  if (stated === null || counted <= stated) return null
  return { kind: 'gross_below_parcels' as const, stated: String(stated), counted: String(counted) }
}

/** The gross weight is kept in whole grams, so the net weight is compared as such. */
function netAboveGross(values: ShipmentValues): ShipmentMismatch | null {
  const { parcels, items } = withoutBlanks(values)
  const weights = parcels.map(({ weight_g }) => weight_g)
  const isWeighed = weights.length > 0 && weights.every((weight) => weight !== null)
  const ofParcels = isWeighed ? weights.reduce((sum, weight) => sum + weight, 0) : null
  const stated = values.declared_weight_g ?? ofParcels
  const counted = Math.round(items.reduce((sum, { net_weight_g }) => sum + (net_weight_g ?? 0), 0))
  if (stated === null || counted <= stated) return null
  return { kind: 'net_above_gross', stated: String(stated), counted: String(counted) }
}

function valueOfItems(values: ShipmentValues): ShipmentMismatch | null {
  const { currency, declared_value: stated } = values
  const { items } = withoutBlanks(values)
  const isPriced = items.length > 0 && items.every((item) => itemTotal(item, currency) !== null)
  const counted = isPriced ? itemsTotal(items, currency) : null
  if (!currency || stated === null || counted === null || Number(stated) === Number(counted)) return null
  return { kind: 'value_of_items', stated, counted }
}

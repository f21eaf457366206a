import type { RecipientNeeds } from '@/api/usePlaces'
import { type ItemRow, isBlankItem, type ShipmentValues } from './values'

/** What a country needs of its recipients. */
export type NeedsOf = (countryId: number | null) => RecipientNeeds

/** Fields that every shipment needs, in the order of the form. */
const ALWAYS = [
  'from_name',
  'from_country_id',
  'from_address_1',
  'from_city',
  'to_name',
  'to_document',
  'to_country_id',
  'to_postcode',
  'to_address_1',
  'to_city',
  'to_state_id',
  'to_phone',
  'declared_weight_g',
  'contents_type',
  'items',
  'service_id',
  'declared_value',
] as const

/** What customs want of each kind of goods. */
const OF_CUSTOMS = ['unit_value', 'net_weight_g', 'hs_code', 'origin_country_id'] as const

const AMOUNTS = ['declared_value', 'freight_declared', 'insurance_value'] as const

/**
 * Names of the fields that a shipment lacks to be confirmed, as the server names them. The server decides; this shows it
 * early. `openapi/missing-fields.json` has the cases that both must agree on.
 */
export function missingOf(values: ShipmentValues, needsOf: NeedsOf): string[] {
  const needs = needsOf(values.to_country_id)
  const missing: string[] = ALWAYS.filter((name) => !isThere(values, name, needs))
  if (goesThroughCustoms(values)) {
    values.items.forEach((item, at) => {
      if (isBlankItem(item)) return
      for (const name of OF_CUSTOMS) if (!isGiven(item, name)) missing.push(`items.${at}.${name}`)
    })
  }
  const hasAmount = AMOUNTS.some((name) => values[name]) || values.items.some((item) => item.unit_value)
  if (hasAmount && !values.currency) missing.push('currency')
  return missing
}

function isThere(values: ShipmentValues, name: (typeof ALWAYS)[number], needs: RecipientNeeds) {
  if (name === 'items') return values.items.some((item) => !isBlankItem(item))
  if (name === 'declared_weight_g') return weighs(values)
  if (name === 'to_document' && !needs.document) return true
  if (name === 'to_postcode' && !needs.postcode) return true
  if (name === 'to_state_id' && !needs.state) return true
  if (name === 'to_phone' && !(needs.phone && crossesBorder(values))) return true
  const value = values[name]
  return typeof value === 'string' ? value.trim() !== '' : value !== null
}

function isGiven(item: ItemRow, name: (typeof OF_CUSTOMS)[number]) {
  if (name === 'net_weight_g') return (item.net_weight_g ?? 0) > 0
  return item[name] !== null && item[name] !== ''
}

/** Declared as a whole, or known of every parcel. */
function weighs({ declared_weight_g, parcels }: ShipmentValues) {
  if ((declared_weight_g ?? 0) > 0) return true
  return parcels.length > 0 && parcels.every((parcel) => (parcel.weight_g ?? 0) > 0)
}

type Way = Pick<ShipmentValues, 'from_country_id' | 'to_country_id' | 'contents_type'>

const crossesBorder = ({ from_country_id, to_country_id }: Way) =>
  from_country_id !== null && to_country_id !== null && from_country_id !== to_country_id

/** Documents pass without a customs declaration. Contents that nobody named yet may be goods. */
export const goesThroughCustoms = (values: Way) =>
  crossesBorder(values) && values.contents_type !== 'documents'

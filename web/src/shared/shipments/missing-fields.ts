import type { TFunction } from 'i18next'
import { listed } from '@/ui/wording'

/** The fields that a shipment may lack, as the server names them. */
export const MISSING_FIELDS = [
  'contents_type',
  'currency',
  'declared_value',
  'declared_weight_g',
  'from_address_1',
  'from_city',
  'from_country_id',
  'from_name',
  'items',
  'service_id',
  'to_address_1',
  'to_city',
  'to_country_id',
  'to_document',
  'to_name',
  'to_phone',
  'to_postcode',
  'to_state_id',
  'items.hs_code',
  'items.net_weight_g',
  'items.origin_country_id',
  'items.unit_value',
] as const

/** `items.0.hs_code`, or `items.hs_code` of many shipments. */
const OF_ITEM = /^items\.(?:(\d+)\.)?(description|hs_code|net_weight_g|origin_country_id|unit_value)$/

/** A missing field in words. */
export function missingName(field: string, t: TFunction<'shipments'>): string {
  const [, index, name] = OF_ITEM.exec(field) ?? []
  if (!name) return t(`missing.${field}`, { defaultValue: field })
  if (index === undefined) return t(`missing.item.${name}`, { defaultValue: name })
  return t('missing.ofItem', {
    field: t(`missing.item.${name}`, { defaultValue: name }),
    number: Number(index) + 1,
  })
}

/** All missing fields in words. */
export const missingNames = (missing: string[], t: TFunction<'shipments'>) =>
  listed(missing.map((field) => missingName(field, t)))

/** The same where there is little room: a field that several items lack stands once. */
export function missingKinds(missing: string[], t: TFunction<'shipments'>) {
  const fields = new Set(missing.map((field) => field.replace(/^items\.\d+\./, 'items.')))
  return listed([...fields].map((field) => missingName(field, t)))
}

const NAMED = 3

/** The missing fields in words; of many only the first. */
export function missingText(missing: string[], t: TFunction<'shipments'>) {
  const names = missing.slice(0, NAMED).map((field) => missingName(field, t))
  return listed(names) + (missing.length > NAMED ? ' …' : '')
}

import type { TFunction } from 'i18next'
import { listed } from '@/ui/wording'

/** The fields that a shipment may lack, as the server names them. */
export const MISSING_FIELDS = [
  'contents_type',
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
  'to_name',
] as const

/** `items.0.hs_code` */
const OF_ITEM = /^items\.(\d+)\.(description|hs_code|net_weight_g|origin_country_id|unit_value)$/

/** A missing field in words. */
function missingName(field: string, t: TFunction<'shipments'>) {
  const [, index, name] = OF_ITEM.exec(field) ?? []
  if (!name) return t(`missing.${field}`, { defaultValue: field })
  return t('missing.ofItem', {
    field: t(`missing.item.${name}`, { defaultValue: name }),
    number: Number(index) + 1,
  })
}

/** All missing fields in words. */
export const missingNames = (missing: string[], t: TFunction<'shipments'>) =>
  listed(missing.map((field) => missingName(field, t)))

const NAMED = 3

/** The missing fields in words; of many only the first. */
export function missingText(missing: string[], t: TFunction<'shipments'>) {
  const names = missing.slice(0, NAMED).map((field) => missingName(field, t))
  return listed(names) + (missing.length > NAMED ? ' …' : '')
}

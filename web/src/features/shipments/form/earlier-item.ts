import type { HsCode } from '@/api/schema'
import type { ItemRow } from './values'

/** Grams with three decimals, as the server has them. */
const THOUSAND = 1000

/**
 * The fields that a chosen tariff code fills in. An earlier item also has the rest of what customs want, as far as the fields are
 * still empty; its value only in the same currency, and while the price does not stand.
 */
export function patchOf(
  item: ItemRow,
  found: HsCode,
  { currency, priced }: { currency: string | null; priced: boolean },
): Partial<ItemRow> {
  const { code, description, origin_country_id, unit, unit_value, net_weight_g } = found
  const quantity = Number(item.quantity ?? 0)
  const weight = net_weight_g === null ? 0 : Math.round(net_weight_g * quantity * THOUSAND) / THOUSAND
  return {
    hs_code: code,
    ...(description && !item.description && { description }),
    ...(origin_country_id !== null && item.origin_country_id === null && { origin_country_id }),
    ...(unit && !item.unit && { unit }),
    ...(weight > 0 && item.net_weight_g === null && { net_weight_g: weight }),
    ...(unit_value && !priced && found.currency === currency && !item.unit_value && { unit_value }),
  }
}

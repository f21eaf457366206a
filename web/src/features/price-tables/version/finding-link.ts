import type { PriceFinding, PriceFindingPlace } from '@/api/schema'
import { paths } from '@/context/paths'

type Ids = { table: string; id: string }

const withSearch = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`

/** Findings about a whole zone that are mended in the grid. */
const OF_PRICES: readonly PriceFinding['code'][] = ['zone_without_prices', 'no_bands', 'no_zones']

/** The page and place where a finding can be mended: a cell, a zone, a surcharge or a rule. */
export function findingLink(
  ids: Ids,
  { code, place }: { code: PriceFinding['code']; place: PriceFindingPlace },
) {
  const { zone, up_to, surcharge, field } = place
  const prices = paths['price_versions.show'](ids)
  const tab = (name: string) => paths['price_versions.tab']({ ...ids, tab: name })
  if (up_to) return withSearch(prices, { ...(zone && { zone }), up_to })
  if (OF_PRICES.includes(code)) return prices
  if (zone) return withSearch(tab('zones'), { zone })
  if (surcharge) return withSearch(tab('surcharges'), { code: surcharge })
  return field ? tab('rules') : prices
}

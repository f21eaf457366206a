import { listSpec, oneOf } from '@/ui/table/list-spec'

/** Shops that order, and those that have ended. */
export const SHOP_TABS = ['valid', 'ended'] as const

/** Parameters of the list of shops in the address. */
export const shopList = listSpec({
  name: 'shops',
  sortable: ['created_at', 'name'],
  filters: { tab: oneOf(SHOP_TABS) },
  defaults: { tab: 'valid' },
})

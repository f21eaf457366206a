import { lotStatusValues } from '@/api/schema'
import { listSpec, oneOf, recordId, yesOrNo } from '@/ui/table/list-spec'

/** In the order of the tabs. */
export const STOCK_TABS = ['all', ...lotStatusValues, 'expiring', 'differing'] as const

/** Parameters of the list of stocks in the address. */
export const stockList = listSpec({
  name: 'stocks',
  sortable: [
    'sku',
    'title',
    'lot',
    'expiration_date',
    'place',
    'on_hand',
    'reserved',
    'removed_itens',
    'received_at',
    'last_moved_at',
  ],
  filters: {
    tab: oneOf(STOCK_TABS),
    item_id: recordId,
    client_id: recordId,
    partner_id: recordId,
    provider_id: recordId,
    warehouse_id: recordId,
    empty: yesOrNo,
  },
  defaults: { tab: 'all' },
})

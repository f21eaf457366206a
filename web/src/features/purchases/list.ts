import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, or a status. */
export const PURCHASE_TABS = ['all', '10', '20', '30', '40', '50', '0'] as const

/** Parameters of the list of purchases in the address. */
export const purchaseList = listSpec({
  name: 'purchases',
  sortable: ['created_at', 'number', 'supplier', 'expected_on'],
  filters: { status: oneOf(PURCHASE_TABS), warehouse_id: recordId, client_id: recordId },
  defaults: { status: 'all' },
})

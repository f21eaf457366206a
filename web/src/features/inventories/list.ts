import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, or a status. */
export const INVENTORY_TABS = ['all', '10', '20', '40', '50', '60', '0'] as const

/** Parameters of the list of inventories in the address. */
export const inventoryList = listSpec({
  name: 'inventories',
  sortable: ['created_at', 'number', 'posted_at'],
  filters: { status: oneOf(INVENTORY_TABS), warehouse_id: recordId, client_id: recordId },
  defaults: { status: 'all' },
})

import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs: all, a status, or those whose goods go back. */
export const PICK_LIST_TABS = ['all', '10', '20', '30', '40', 'return', '0'] as const

/** Parameters of the list of pick lists in the address. */
export const pickListList = listSpec({
  name: 'pick-lists',
  sortable: ['created_at', 'number', 'reference', 'held_until'],
  filters: { status: oneOf(PICK_LIST_TABS), warehouse_id: recordId, client_id: recordId },
  defaults: { status: 'all' },
})

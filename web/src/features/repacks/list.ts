import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** States in the order of the tabs. */
export const REPACK_TABS = ['all', '10', '20', '40', '0'] as const

/** Parameters of the list of requests for shipments in the address. */
export const repackList = listSpec({
  name: 'repacks',
  sortable: ['created_at', 'packed_at', 'client_name', 'parcel_count'],
  filters: { status: oneOf(REPACK_TABS), client_id: recordId },
  defaults: { status: 'all' },
})

import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs. */
export const BAG_TABS = ['all', 'open', 'closed', 'manifested', 'departed', 'arrived', 'cancelled'] as const

/** Parameters of the list of bags in the address. */
export const bagList = listSpec({
  name: 'bags',
  sortable: ['created_at', 'number', 'parcel_count', 'closed_at'],
  filters: { stage: oneOf(BAG_TABS), service_id: recordId },
  defaults: { stage: 'all' },
})

import { serviceModeValues } from '@/api/schema'
import { listSpec, oneOf, recordId, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of services in the address. */
export const serviceList = listSpec({
  name: 'services',
  sortable: ['code', 'mode', 'position', 'updated_at'],
  filters: { mode: oneOf(serviceModeValues), group_id: recordId, active: recordState },
})

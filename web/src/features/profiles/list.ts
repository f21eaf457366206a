import { listSpec, oneOf } from '@/ui/table/list-spec'
import { KINDS } from './kinds'

/** Parameters of the list of profiles in the address. */
export const profileList = listSpec({
  name: 'profiles',
  sortable: ['name', 'kind', 'bearer_count', 'updated_at'],
  filters: { kind: oneOf(KINDS) },
})

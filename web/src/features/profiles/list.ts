import { listSpec, oneOf } from '@/ui/table/list-spec'
import { KINDS } from './kinds'

/** What the list of profiles keeps in the address. */
export const profileList = listSpec({
  name: 'profiles',
  sortable: ['name', 'kind', 'bearer_count', 'updated_at'],
  filters: { kind: oneOf(KINDS) },
})

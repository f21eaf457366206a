import { packageTypeValues } from '@/api/schema'
import { listSpec, oneOf, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of packages in the address. */
export const packageList = listSpec({
  name: 'packages',
  sortable: ['code', 'package_type', 'max_weight_g', 'updated_at'],
  filters: { package_type: oneOf(packageTypeValues), active: recordState },
})

import { providerTypeValues } from '@/api/schema'
import { listSpec, oneOf, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of providers in the address. */
export const providerList = listSpec({
  name: 'providers',
  sortable: ['code', 'provider_type', 'iata_code', 'awb_prefix', 'updated_at'],
  filters: { provider_type: oneOf(providerTypeValues), active: recordState },
})

import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** States in the order of the tabs; those of whom nobody knows the client are a tab of their own. */
export const INBOUND_PARCEL_TABS = ['all', '10', 'unidentified', '20', '30', '40', '50', '60', '0'] as const

/** Parameters of the list of parcels of clients in the address. */
export const inboundParcelList = listSpec({
  name: 'inbound_parcels',
  sortable: ['created_at', 'arrived_at', 'external_code', 'client_name'],
  filters: { status: oneOf(INBOUND_PARCEL_TABS), client_id: recordId, warehouse_id: recordId },
  defaults: { status: 'all' },
})

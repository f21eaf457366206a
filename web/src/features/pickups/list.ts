import { day, listSpec, oneOf, recordId, yesOrNo } from '@/ui/table/list-spec'

/** All, and what is to be done before what is done. */
export const PICKUP_TABS = ['all', '10', '20', '30', '50', '45', '40', '0'] as const

/** Parameters of the list of pickups in the address. */
export const pickupList = listSpec({
  name: 'pickups',
  sortable: ['starts_at', 'created_at', 'number', 'client_name', 'parcels'],
  filters: {
    status: oneOf(PICKUP_TABS),
    client_id: recordId,
    shipment_id: recordId,
    open: yesOrNo,
    has_tasks: yesOrNo,
    from: day,
    to: day,
  },
  defaults: { status: 'all' },
})

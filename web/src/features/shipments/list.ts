import { shipmentStatusValues } from '@/api/schema'
import { day, listSpec, severalOf, words } from '@/ui/list-spec'

/** What the list of shipments keeps in the address. */
export const shipmentList = listSpec({
  name: 'shipments',
  sortable: ['tracking_code', 'to_name', 'chargeable_weight_g', 'declared_value', 'created_at', 'updated_at'],
  filters: { status: severalOf(shipmentStatusValues), created_from: day, created_to: day, import_id: words },
})

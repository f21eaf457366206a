import { listSpec, wholeNumber } from '@/ui/table/list-spec'

/** Newest first, always: the server has no other order for imports. */
export const importList = listSpec({
  name: 'shipment-imports',
  sortable: [],
  filters: { refused_days: wholeNumber },
})

import { listSpec, recordId } from '@/ui/table/list-spec'

/** What the address book keeps in the address. */
export const addressList = listSpec({
  name: 'saved_addresses',
  sortable: ['name', 'city', 'updated_at'],
  filters: { client_id: recordId },
})

import { listSpec, recordId } from '@/ui/table/list-spec'

/** The parameters of the address book in the URL. */
export const addressList = listSpec({
  name: 'saved_addresses',
  sortable: ['name', 'city', 'updated_at'],
  filters: { client_id: recordId },
})

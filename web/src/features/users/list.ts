import { userTypeCodeValues } from '@/api/schema'
import { listSpec, oneOf, recordId, recordState } from '@/ui/table/list-spec'

/** Parameters of the list of users in the address. */
export const userList = listSpec({
  name: 'users',
  sortable: ['name', 'email', 'created_at', 'last_login_at'],
  filters: {
    user_type: oneOf(userTypeCodeValues),
    active: recordState,
    client_id: recordId,
    profile_id: recordId,
    partner_id: recordId,
    subsidiary_id: recordId,
  },
})

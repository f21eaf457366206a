import { day, listSpec, recordId, words } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** Newest first, always: a log has no other order. */
export const auditList = listSpec({
  name: 'audit',
  sortable: [],
  filters: {
    resource: words,
    action: words,
    resource_id: recordId,
    user_id: recordId,
    on_behalf_of_id: recordId,
    from: day,
    to: day,
  },
})

export type AuditListState = ListState<typeof auditList.defaults>

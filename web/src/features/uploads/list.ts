import { type UploadListParams, uploadAudienceValues } from '@/api/schema'
import { listSpec, oneOf, recordId, words } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** The tabs of the list: what is shared, and what can be restored. */
export const UPLOAD_TABS = ['available', 'deleted'] as const

/** Parameters of the list of shared files in the address. */
export const uploadList = listSpec({
  name: 'uploads',
  sortable: ['name', 'folder', 'size', 'created_at', 'deleted_at'],
  filters: {
    state: oneOf(UPLOAD_TABS),
    folder: words,
    audience: oneOf(uploadAudienceValues),
    client_id: recordId,
  },
  defaults: { state: 'available' },
})

export type UploadListState = ListState<typeof uploadList.defaults>

/** The query of the call, which knows deleted files and others. */
export function queryOf({ state, ...query }: UploadListState['query']): UploadListParams {
  return state === 'deleted' ? { ...query, deleted: true } : query
}

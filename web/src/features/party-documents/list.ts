import { type DocumentState, type PartyDocumentListParams, partyDocumentKindValues } from '@/api/schema'
import { day, listSpec, oneOf, recordId } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** States in the order of the tabs; all of them come first. */
export const DOCUMENT_STATES = ['all', 'unverified', 'verified', 'expired', 'replaced'] as const

/** Parameters of the list of documents of clients, partners and subsidiaries in the address. */
export const partyDocumentList = listSpec({
  name: 'party-documents',
  sortable: ['expires_on', 'created_at', 'kind', 'delete_on'],
  filters: {
    state: oneOf(DOCUMENT_STATES),
    kind: oneOf(partyDocumentKindValues),
    type_id: recordId,
    expires_until: day,
    deleted_until: day,
  },
  defaults: { state: 'all' },
})

export type PartyDocumentListState = ListState<typeof partyDocumentList.defaults>

/** The query of the call: the tab of all has no state. */
export function queryOf({
  state,
  search: _,
  ...query
}: PartyDocumentListState['query']): PartyDocumentListParams {
  const isAll = state === 'all' || state === undefined
  return isAll ? query : { ...query, state: state as DocumentState }
}

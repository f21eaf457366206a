import type { PortalDocumentKind, PortalDocumentListParams } from '@/api/schema'
import { day, listSpec, oneOf } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** The kinds of documents in the order of the tabs; all of them come first. */
export const DOCUMENT_TABS = [
  'all',
  'invoice',
  'credit_note',
  'receipt',
  'customs_declaration',
  'commercial_invoice',
] as const

/** Parameters of the list of documents in the address. */
export const documentList = listSpec({
  name: 'documents',
  sortable: ['at', 'name'],
  filters: { kind: oneOf(DOCUMENT_TABS), from: day, to: day },
  defaults: { kind: 'all' },
})

type DocumentListState = ListState<typeof documentList.defaults>

/** The query of the call: the tab of all has no kind. */
export function queryOf({ kind, search: _, ...query }: DocumentListState['query']): PortalDocumentListParams {
  const isAll = kind === 'all' || kind === undefined
  return isAll ? query : { ...query, kind: kind as PortalDocumentKind }
}

import type { QuoteListParams, QuoteStatus } from '@/api/schema'
import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** The states of a quote in the order of the tabs; all of them come first. */
export const QUOTE_TABS = ['all', 'open', 'sent', 'accepted', 'expired', 'withdrawn', 'confirmed'] as const

/** Parameters of the list of quotes in the address. */
export const quoteList = listSpec({
  name: 'quotes',
  sortable: ['number', 'created_at', 'valid_until'],
  filters: { status: oneOf(QUOTE_TABS), client_id: recordId },
  defaults: { status: 'all' },
})

export type QuoteListState = ListState<typeof quoteList.defaults>

/** The query of the call: only quotes that somebody saved. */
export function queryOf({ status, search: _, ...query }: QuoteListState['query']): QuoteListParams {
  const isAll = status === 'all' || status === undefined
  return { ...query, saved: true, ...(!isAll && { status: status as QuoteStatus }) }
}

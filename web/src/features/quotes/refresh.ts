import type { QueryClient } from '@tanstack/react-query'
import { getQuoteShowQueryKey, invalidateQuoteList } from '@/api/generated/endpoints/quotes/quotes'
import type { Quote } from '@/api/schema'

/** Brings what shows a quote up to date. */
export function refreshQuotes(queryClient: QueryClient, saved: Quote) {
  queryClient.setQueryData(getQuoteShowQueryKey(saved.id), { data: saved })
  void invalidateQuoteList(queryClient)
}

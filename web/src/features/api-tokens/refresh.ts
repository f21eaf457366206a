import type { QueryClient } from '@tanstack/react-query'
import { invalidateApiTokenList } from '@/api/generated/endpoints/integrations/integrations'

/** Brings the list of tokens up to date. */
export function refreshApiTokens(client: QueryClient) {
  void invalidateApiTokenList(client)
}

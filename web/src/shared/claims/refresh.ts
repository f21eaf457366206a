import type { QueryClient } from '@tanstack/react-query'
import {
  getClaimShowQueryKey,
  invalidateClaimList,
  invalidateWalletEntryList,
  invalidateWalletShow,
} from '@/api/generated/endpoints/finance/finance'
import type { Claim } from '@/api/schema'

/** Brings what shows a claim up to date, and the wallet of its client. */
export function refreshClaims(client: QueryClient, saved: Claim) {
  client.setQueryData(getClaimShowQueryKey(saved.id), { data: saved })
  void invalidateClaimList(client)
  void invalidateWalletShow(client, saved.client_id)
  void invalidateWalletEntryList(client, saved.client_id)
}

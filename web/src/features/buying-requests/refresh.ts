import type { QueryClient } from '@tanstack/react-query'
import {
  getBuyingRequestShowQueryKey,
  invalidateBuyingRequestList,
} from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'

/** Brings what shows a request up to date. Live events renew the wallet. */
export function refreshBuyingRequests(client: QueryClient, saved: BuyingRequest) {
  client.setQueryData(getBuyingRequestShowQueryKey(saved.id), { data: saved })
  void invalidateBuyingRequestList(client)
}

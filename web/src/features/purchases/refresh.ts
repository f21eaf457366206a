import type { QueryClient } from '@tanstack/react-query'
import {
  getPurchaseShowQueryKey,
  invalidatePurchaseList,
  invalidateStockList,
} from '@/api/generated/endpoints/stock/stock'
import type { PurchaseDetails } from '@/api/schema'

/** Brings what shows a purchase up to date, and the stocks that its goods are in. */
export function refreshPurchases(client: QueryClient, saved: PurchaseDetails) {
  client.setQueryData(getPurchaseShowQueryKey(saved.id), { data: saved })
  void invalidatePurchaseList(client)
  void invalidateStockList(client)
}

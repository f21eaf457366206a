import type { QueryClient } from '@tanstack/react-query'
import {
  getStockShowQueryKey,
  getStockStorageQueryKey,
  invalidateStockItemList,
  invalidateStockList,
  invalidateStockMovementList,
} from '@/api/generated/endpoints/stock/stock'
import type { Stock } from '@/api/schema'

/** Brings what shows a stock up to date. A movement changes a second place, too. */
export function refreshStocks(client: QueryClient, saved: Stock) {
  client.setQueryData(getStockShowQueryKey(saved.id), { data: saved })
  void client.invalidateQueries({ queryKey: getStockStorageQueryKey(saved.id) })
  void invalidateStockList(client)
  void invalidateStockMovementList(client)
  void invalidateStockItemList(client)
}

import type { QueryClient } from '@tanstack/react-query'
import {
  getInventoryShowQueryKey,
  invalidateInventoryList,
  invalidateStockList,
  invalidateStockMovementList,
} from '@/api/generated/endpoints/stock/stock'
import type { InventoryDetails } from '@/api/schema'

/** Brings what shows an inventory up to date, and the stocks that it corrects. */
export function refreshInventories(client: QueryClient, saved: InventoryDetails) {
  client.setQueryData(getInventoryShowQueryKey(saved.id), { data: saved })
  void invalidateInventoryList(client)
  void invalidateStockList(client)
  void invalidateStockMovementList(client)
}

/** The same after counts, whose answer has no lines. */
export function reloadInventory(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: getInventoryShowQueryKey(id) })
  void invalidateInventoryList(client)
}

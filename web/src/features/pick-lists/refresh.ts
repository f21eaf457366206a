import type { QueryClient } from '@tanstack/react-query'
import {
  getPickListShowQueryKey,
  invalidatePickListList,
  invalidateStockList,
  invalidateStockMovementList,
} from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails } from '@/api/schema'

/** Brings what shows a pick list up to date, and the stocks that it holds. */
export function refreshPickLists(client: QueryClient, saved: PickListDetails) {
  client.setQueryData(getPickListShowQueryKey(saved.id), { data: saved })
  // The list of which it is the rest names it.
  if (saved.rest_of_id) {
    void client.invalidateQueries({ queryKey: getPickListShowQueryKey(saved.rest_of_id) })
  }
  void invalidatePickListList(client)
  void invalidateStockList(client)
}

/** The same after a scan, whose answer has no lines. */
export function reloadPickList(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: getPickListShowQueryKey(id) })
  void invalidatePickListList(client)
  void invalidateStockList(client)
  void invalidateStockMovementList(client)
}

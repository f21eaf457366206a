import type { QueryClient } from '@tanstack/react-query'
import {
  getStockItemShowQueryKey,
  invalidateStockItemList,
  invalidateStockList,
  stockItemActivate,
  stockItemDeactivate,
  stockItemDelete,
  stockItemRestore,
} from '@/api/generated/endpoints/stock/stock'
import type { StockItem } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshStockItems(queryClient: QueryClient, saved: StockItem) {
  queryClient.setQueryData(getStockItemShowQueryKey(saved.id), { data: saved })
  void invalidateStockItemList(queryClient)
  // Stocks show the title and the number.
  void invalidateStockList(queryClient)
}

export const useStockItemSwitch = () =>
  useSwitch<StockItem>({
    activate: stockItemActivate,
    deactivate: stockItemDeactivate,
    remove: stockItemDelete,
    restore: stockItemRestore,
    nameOf: ({ title }) => title,
    refresh: refreshStockItems,
  })

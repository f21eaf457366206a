import type { QueryClient } from '@tanstack/react-query'
import {
  getStockPlaceShowQueryKey,
  invalidateStockPlaceList,
  stockPlaceActivate,
  stockPlaceDeactivate,
  stockPlaceDelete,
  stockPlaceRestore,
} from '@/api/generated/endpoints/stock/stock'
import type { StockPlace } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshStockPlaces(queryClient: QueryClient, saved: StockPlace) {
  queryClient.setQueryData(getStockPlaceShowQueryKey(saved.id), { data: saved })
  void invalidateStockPlaceList(queryClient)
}

export const useStockPlaceSwitch = () =>
  useSwitch<StockPlace>({
    activate: stockPlaceActivate,
    deactivate: stockPlaceDeactivate,
    remove: stockPlaceDelete,
    restore: stockPlaceRestore,
    nameOf: ({ code }) => code,
    refresh: refreshStockPlaces,
  })

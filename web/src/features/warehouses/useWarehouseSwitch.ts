import type { QueryClient } from '@tanstack/react-query'
import {
  getWarehouseShowQueryKey,
  invalidateWarehouseList,
  warehouseActivate,
  warehouseDeactivate,
  warehouseDelete,
  warehouseRestore,
} from '@/api/generated/endpoints/providers/providers'
import type { Warehouse } from '@/api/schema'
import { useSwitch } from '@/blocks/useSwitch'

export function refreshWarehouses(queryClient: QueryClient, saved: Warehouse) {
  queryClient.setQueryData(getWarehouseShowQueryKey(saved.id), { data: saved })
  void invalidateWarehouseList(queryClient)
}

export const useWarehouseSwitch = () =>
  useSwitch<Warehouse>({
    activate: warehouseActivate,
    deactivate: warehouseDeactivate,
    remove: warehouseDelete,
    restore: warehouseRestore,
    nameOf: ({ name }) => name,
    refresh: refreshWarehouses,
  })

import type { QueryClient } from '@tanstack/react-query'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
} from '@/api/generated/endpoints/shipments/shipments'
import { getShipmentEventListQueryKey } from '@/api/generated/endpoints/tracking/tracking'

/** Lists, pages and logs show what these shipments have become. */
export function refreshShipments(client: QueryClient, ids: string[]) {
  void invalidateShipmentList(client)
  for (const id of ids) {
    void client.invalidateQueries({ queryKey: getShipmentShowQueryKey(id) })
    void client.invalidateQueries({ queryKey: getShipmentEventListQueryKey(id) })
  }
}

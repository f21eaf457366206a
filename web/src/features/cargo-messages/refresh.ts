import type { QueryClient } from '@tanstack/react-query'
import {
  getCargoMessageShowQueryKey,
  invalidateCargoMessageList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { CargoMessage } from '@/api/schema'

/** Brings what shows a message up to date. */
export function refreshMessages(client: QueryClient, saved: CargoMessage) {
  void client.invalidateQueries({ queryKey: getCargoMessageShowQueryKey(saved.id) })
  void invalidateCargoMessageList(client)
}

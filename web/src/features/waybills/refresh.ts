import type { QueryClient } from '@tanstack/react-query'
import {
  getMawbContentListQueryKey,
  getMawbCostsQueryKey,
  getMawbEventListQueryKey,
  getMawbRevisionListQueryKey,
  getMawbShowQueryKey,
  invalidateMawbList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill } from '@/api/schema'

/** Brings what shows a waybill up to date: its contents, its costs, its events and its documents. */
export function refreshWaybills(client: QueryClient, saved: Waybill) {
  client.setQueryData(getMawbShowQueryKey(saved.id), { data: saved })
  const keys = [
    getMawbContentListQueryKey,
    getMawbCostsQueryKey,
    getMawbEventListQueryKey,
    getMawbRevisionListQueryKey,
  ]
  for (const key of keys) void client.invalidateQueries({ queryKey: key(saved.id) })
  void invalidateMawbList(client)
}

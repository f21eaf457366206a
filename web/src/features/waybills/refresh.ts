import type { QueryClient } from '@tanstack/react-query'
import {
  getMawbContentListQueryKey,
  getMawbCostsQueryKey,
  getMawbRevisionListQueryKey,
  getMawbShowQueryKey,
  invalidateMawbList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill } from '@/api/schema'

/** Brings what shows a waybill up to date: its contents, its costs and its documents. */
export function refreshWaybills(client: QueryClient, saved: Waybill) {
  client.setQueryData(getMawbShowQueryKey(saved.id), { data: saved })
  for (const key of [getMawbContentListQueryKey, getMawbCostsQueryKey, getMawbRevisionListQueryKey])
    void client.invalidateQueries({ queryKey: key(saved.id) })
  void invalidateMawbList(client)
}

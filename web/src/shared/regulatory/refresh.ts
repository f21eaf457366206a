import type { QueryClient } from '@tanstack/react-query'
import {
  getRegulatoryRequestShowQueryKey,
  invalidateRegulatoryRequestHistory,
  invalidateRegulatoryRequestList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequest } from '@/api/schema'

/** Brings the cached queries up to date. */
export function refreshRegulatory(client: QueryClient, saved: RegulatoryRequest) {
  client.setQueryData(getRegulatoryRequestShowQueryKey(saved.id), { data: saved })
  void invalidateRegulatoryRequestList(client)
  void invalidateRegulatoryRequestHistory(client, saved.id)
}

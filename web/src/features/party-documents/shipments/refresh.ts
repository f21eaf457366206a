import type { QueryClient } from '@tanstack/react-query'
import {
  getRegulatoryRequestShowQueryKey,
  invalidateRegulatoryDocumentList,
} from '@/api/generated/endpoints/regulatory/regulatory'

/** Brings the list and the request of a changed document up to date. */
export async function refreshShipmentDocuments(client: QueryClient, requestId: string) {
  await Promise.all([
    invalidateRegulatoryDocumentList(client),
    client.invalidateQueries({ queryKey: getRegulatoryRequestShowQueryKey(requestId) }),
  ])
}

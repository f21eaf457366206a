import type { QueryClient } from '@tanstack/react-query'
import { getShipmentListQueryKey } from '@/api/generated/endpoints/shipments/shipments'

/** The list that a shipment was opened from, after the list itself has left the memory. */
let kept: string[] = []

/** The shipments before and after this one in the list that was seen last; none if it is in no list. */
export function neighboursOf(client: QueryClient, id: string) {
  const ids = seenLast(client, id) ?? kept
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  kept = ids
  return { previous: ids[at - 1], next: ids[at + 1], place: at + 1, count: ids.length }
}

function seenLast(client: QueryClient, id: string) {
  const [key] = getShipmentListQueryKey()
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: [key] })
    .map(({ state }) => ({ at: state.dataUpdatedAt, ids: idsOf(state.data) }))
    .filter(({ ids }) => ids.includes(id))
    .sort((a, b) => b.at - a.at)
  return lists[0]?.ids
}

/** Other answers about shipments are kept under keys that begin alike. */
function idsOf(data: unknown) {
  const rows = (data as { data?: unknown } | undefined)?.data
  return Array.isArray(rows) ? rows.map((one: { id: string }) => one.id) : []
}

import { shipmentList } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter, ShipmentSummary } from '@/api/schema'
import type { Selection } from '@/ui/table/columns'

/** Maximum of one call; the server checks it too. */
export const MOST_PRINTED = 5000

/** Where shipments go one by one: what the recording of events takes, and what anybody waits for. */
export const MOST_AT_ONCE = 500

const PER_PAGE = 100

export type Selected = Selection<ShipmentSummary>

type Query = ShipmentFilter & { page?: number; per_page?: number; sort?: string }

/** The conditions of the list, without which part of it is shown and in what order. */
export function filterOf({ page: _page, per_page: _size, sort: _sort, ...filter }: Query): ShipmentFilter {
  return filter
}

type Fetch = (
  query: Query & { page: number },
) => Promise<{ data: ShipmentSummary[]; meta: { total: number } }>

/** The shipments themselves: those marked, or page by page all that match, each once. */
export async function shipmentsOf(
  selection: Selected,
  filter: ShipmentFilter,
  fetchPage: Fetch = (query) => shipmentList(query as never),
): Promise<ShipmentSummary[]> {
  if (!selection.all) return selection.rows
  const found = new Map<string, ShipmentSummary>()
  for (let page = 1; found.size < MOST_AT_ONCE; page++) {
    // Oldest first: what comes in meanwhile stands at the end and moves nothing.
    const { data, meta } = await fetchPage({ ...filter, page, per_page: PER_PAGE, sort: 'created_at' })
    for (const shipment of data) found.set(shipment.id, shipment)
    if (data.length < PER_PAGE || page * PER_PAGE >= meta.total) break
  }
  return [...found.values()].slice(0, MOST_AT_ONCE)
}

import { shipmentList } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter, ShipmentSummary } from '@/api/schema'
import type { Selection } from '@/ui/table/columns'

/** Maximum of one call; the server checks it too. */
export const MOST_PRINTED = 5000

/** Maximum of a call that changes shipments; the server checks it too. */
export const MOST_AT_ONCE = 500

/** Maximum of one confirmation: each shipment is priced and charged. */
export const MOST_CONFIRMED = 200

const PER_PAGE = 100

type Row = Pick<ShipmentSummary, 'id' | 'tracking_code'> &
  Partial<Pick<ShipmentSummary, 'can' | 'hold' | 'label_printed_at' | 'status' | 'unconfirmed'>>

/** What is chosen: some rows, or all that match. */
export type Selected = Omit<Selection<ShipmentSummary>, 'rows'> & { rows: Row[] }

/** One shipment as a selection. */
export const only = (shipment: Row): Selected => ({
  ids: [shipment.id],
  rows: [shipment],
  all: false,
  count: 1,
})

/** The shipments of a call: those marked, or those that match the filter. */
export const askedOf = ({ all, ids }: Selected, filter: ShipmentFilter = {}) => (all ? { filter } : { ids })

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
): Promise<Row[]> {
  if (!selection.all) return selection.rows
  const found = new Map<string, Row>()
  for (let page = 1; found.size < MOST_AT_ONCE; page++) {
    // Oldest first: what comes in meanwhile stands at the end and moves nothing.
    const { data, meta } = await fetchPage({ ...filter, page, per_page: PER_PAGE, sort: 'created_at' })
    for (const shipment of data) found.set(shipment.id, shipment)
    if (data.length < PER_PAGE || page * PER_PAGE >= meta.total) break
  }
  return [...found.values()].slice(0, MOST_AT_ONCE)
}

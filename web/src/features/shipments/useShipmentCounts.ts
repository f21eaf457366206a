import { keepPreviousData } from '@tanstack/react-query'
import { useSavedViewList } from '@/api/generated/endpoints/lists/lists'
import { useShipmentCount } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { filterOf } from './bulk/selected'
import { type ShipmentListState, shipmentList } from './list'
import { NO_TAB, STATUS_TABS } from './tabs'

/** The server counts so many filters at once. */
const MOST = 40

/** The conditions that a saved view keeps. */
function filterOfView(query: unknown): ShipmentFilter {
  const { columns: _, view: __, ...values } = shipmentList.validate(query as never)
  const set = Object.entries(filterOf(values)).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(set)
}

/** Numbers of matches as texts: of each tab with the other filters, and of each saved view. */
export function useShipmentCounts(list: ShipmentListState) {
  const format = useFormat()
  const views = useSavedViewList({ list: list.name }).data?.data ?? []
  const others = { ...filterOf(list.query), ...NO_TAB }
  const tabs = [others, ...STATUS_TABS.map(({ filter }) => ({ ...others, ...filter }))]
  const filters = [...tabs, ...views.map(({ query }) => filterOfView(query))].slice(0, MOST)
  // Without the numbers the list is as usable: a failure is not shown.
  const { data } = useShipmentCount(
    { filters },
    { query: { placeholderData: keepPreviousData, staleTime: 0 }, request: { quiet: true } },
  )
  const texts = data?.data.map(format.total)
  const named = (keys: string[], from: number): Partial<Record<string, string>> =>
    Object.fromEntries(keys.map((key, index) => [key, texts?.[from + index]]))
  return {
    tabs: named(['all', ...STATUS_TABS.map(({ id }) => id)], 0),
    views: named(
      views.map(({ id }) => id),
      tabs.length,
    ),
  }
}

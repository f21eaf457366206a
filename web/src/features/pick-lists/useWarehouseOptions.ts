import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { useStockList } from '@/api/generated/endpoints/stock/stock'
import { useProfile } from '@/context/session'

/** The warehouses to choose from: all, or for a client those where its goods lie. */
export function useWarehouseOptions() {
  const { is_outside } = useProfile()
  const all = useWarehouseSelect({}, { query: { enabled: !is_outside } }).data?.data ?? []
  const own = useStockList({ per_page: 100 }, { query: { enabled: is_outside } }).data?.data ?? []
  if (!is_outside) return all.map(({ id, label }) => ({ value: id, label }))
  const codes = new Map(own.map(({ warehouse_id, warehouse_code }) => [warehouse_id, warehouse_code]))
  return [...codes].map(([value, label]) => ({ value, label }))
}

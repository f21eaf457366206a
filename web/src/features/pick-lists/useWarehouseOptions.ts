import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { useStockWarehouseSelect } from '@/api/generated/endpoints/stock/stock'
import { useProfile } from '@/context/session'

/** The warehouses to choose from: all, or for a client those where its goods lie. */
export function useWarehouseOptions() {
  const { is_outside } = useProfile()
  const all = useWarehouseSelect({}, { query: { enabled: !is_outside } }).data?.data ?? []
  const own = useStockWarehouseSelect({}, { query: { enabled: is_outside } }).data?.data ?? []
  return (is_outside ? own : all).map(({ id, label }) => ({ value: id, label }))
}

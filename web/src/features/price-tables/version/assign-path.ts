import type { PriceTable } from '@/api/schema'
import { paths } from '@/context/paths'

/** Where a price table is given to clients, with the table chosen. */
export const assignPath = ({ id, kind }: Pick<PriceTable, 'id' | 'kind'>) =>
  `${paths['price_assignments.create']()}?${kind === 'cost' ? 'cost_table_id' : 'sell_table_id'}=${id}`

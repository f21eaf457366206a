import { listSpec, words } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** Parameters of the list of exchange rates in the address. */
export const exchangeRateList = listSpec({
  name: 'exchange-rates',
  sortable: ['valid_from', 'created_at', 'rate'],
  filters: { from_currency: words, to_currency: words },
})

export type ExchangeRateListState = ListState<typeof exchangeRateList.defaults>

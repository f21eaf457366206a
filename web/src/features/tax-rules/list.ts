import { day, type FilterReader, listSpec, words, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** The day on which the rules are in force. A saved view of today shows the day on which it is opened. */
const onDay: FilterReader<string> = (raw) => (raw === 'any' || raw === 'today' ? raw : day(raw))

/** Parameters of the list of tax rules in the address. */
export const taxRuleList = listSpec({
  name: 'tax_rules',
  sortable: ['tax', 'country', 'seq', 'valid_from', 'valid_to'],
  filters: { country: words, on: onDay, own: yesOrNo },
  defaults: { on: 'today' },
})

export type TaxRuleListState = ListState<typeof taxRuleList.defaults>

/** The parameters of the call. */
export function queryOf({ on, ...query }: TaxRuleListState['query'], today: string) {
  if (on === 'any') return query
  return { ...query, on: on === undefined || on === 'today' ? today : on }
}

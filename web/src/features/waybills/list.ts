import { day, listSpec, oneOf, recordId, words, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** In the order of the tabs. */
export const WAYBILL_TABS = [
  'all',
  'draft',
  'booked',
  'issued',
  'departed',
  'arrived',
  'delivered',
  'void',
] as const

/** Parameters of the list of waybills in the address. */
export const waybillList = listSpec({
  name: 'mawbs',
  sortable: ['created_at', 'number', 'departs_on', 'issued_at'],
  filters: {
    stage: oneOf(WAYBILL_TABS),
    provider_id: recordId,
    destination_airport: words,
    from: day,
    to: day,
    is_void: yesOrNo,
  },
  defaults: { stage: 'all' },
})

export type WaybillListState = ListState<typeof waybillList.defaults>

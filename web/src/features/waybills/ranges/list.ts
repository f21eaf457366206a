import { listSpec, oneOf, recordId, yesOrNo } from '@/ui/table/list-spec'

/** Open and closed, in the order of the tabs. */
export const RANGE_TABS = ['10', '20', 'all'] as const

/** Parameters of the list of ranges in the address. Without a tab it has the open ones. */
export const rangeList = listSpec({
  name: 'mawb-ranges',
  sortable: ['prefix', 'provider_name', 'received_on', 'created_at'],
  filters: { status: oneOf(RANGE_TABS), provider_id: recordId, is_low: yesOrNo },
  defaults: { status: '10' },
})

import { listSpec, oneOf } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** In the order of the tabs. */
export const MASTER_TABS = ['all', 'draft', 'closed', 'departed', 'arrived', 'void'] as const

export const MASTER_KINDS = ['cn38', 'cmr', 'bl'] as const

/** Parameters of the list of masters in the address. */
export const masterList = listSpec({
  name: 'masters',
  sortable: ['created_at', 'number', 'departs_on', 'bag_count'],
  filters: { stage: oneOf(MASTER_TABS), kind: oneOf(MASTER_KINDS) },
  defaults: { stage: 'all' },
})

export type MasterListState = ListState<typeof masterList.defaults>

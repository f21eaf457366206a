import { eventStageValues } from '@/api/schema'
import { listSpec, oneOf, recordState, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** Parameters of the list of tracking events in the address. */
export const trackingEventList = listSpec({
  name: 'tracking-events',
  sortable: ['code', 'stage', 'status_effect', 'updated_at'],
  filters: { stage: oneOf(eventStageValues), own: yesOrNo, active: recordState },
})

export type TrackingEventListState = ListState<typeof trackingEventList.defaults>

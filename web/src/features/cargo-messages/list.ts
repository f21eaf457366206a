import { listSpec, oneOf, yesOrNo } from '@/ui/table/list-spec'

/** The stages of the reading, in their order. */
export const STAGE_TABS = ['all', 'waiting_to_start', 'started', 'processing', 'ended'] as const

/** Parameters of the list of messages in the address. */
export const messageList = listSpec({
  name: 'cargo-messages',
  sortable: ['received_at', 'file_name'],
  filters: { stage: oneOf(STAGE_TABS), unread: yesOrNo },
  defaults: { stage: 'all' },
})

import { listSpec, oneOf, yesOrNo } from '@/ui/table/list-spec'

/** The stages in the order of their tabs. */
export const MESSAGE_STAGES = ['waiting_to_start', 'started', 'processing', 'ended', 'failed'] as const

/** Parameters of the list of messages in the address. */
export const messageList = listSpec({
  name: 'cargo-messages',
  sortable: ['received_at', 'file_name'],
  filters: { stage: oneOf(['all', ...MESSAGE_STAGES] as const), unread: yesOrNo },
  defaults: { stage: 'all' },
})

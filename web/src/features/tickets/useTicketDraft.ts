import { supportTicketNewDraft, supportTicketNewDraftSave } from '@/api/generated/endpoints/support/support'
import type { TicketPriority } from '@/api/schema'
import type { Option } from '@/ui/fields/RemoteSelect'
import { uuidV7 } from '@/ui/form/uuid'
import type { Picked } from './AddressPicker'
import { useDraft } from './useDraft'

export type TicketDraft = {
  /** The id of the ticket from its first word on: sent twice, it is created once. */
  key: string
  subject: string | null
  priority: TicketPriority
  department: string | null
  service: string | null
  /** The shipment it is about. */
  shipment: Option | null
  body: string
  recipients: Picked[]
  includeClient: boolean
}

const empty = (): TicketDraft => ({
  key: uuidV7(),
  subject: null,
  priority: 20,
  department: null,
  service: null,
  shipment: null,
  body: '',
  recipients: [],
  includeClient: false,
})

/** The ticket that somebody is writing. */
export const useTicketDraft = () =>
  useDraft<TicketDraft>({
    name: 'new-ticket',
    empty,
    load: () => supportTicketNewDraft({ quiet: true }),
    save: (content) => supportTicketNewDraftSave({ content }, { quiet: true }),
  })

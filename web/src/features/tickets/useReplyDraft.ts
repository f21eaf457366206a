import { supportTicketDraft, supportTicketDraftSave } from '@/api/generated/endpoints/support/support'
import { uuidV7 } from '@/ui/form/uuid'
import { useDraft } from './useDraft'

/** `key` is the id of the message from its first word on: sent twice, it arrives once. */
export type ReplyDraft = { key: string; text: string; kind: string }

const empty = (): ReplyDraft => ({ key: uuidV7(), text: '', kind: 'reply' })

/** The answer that somebody is writing to a ticket. */
export const useReplyDraft = (ticketId: string) =>
  useDraft<ReplyDraft>({
    name: `ticket-${ticketId}`,
    empty,
    load: () => supportTicketDraft(ticketId, { quiet: true }),
    save: (content) => supportTicketDraftSave(ticketId, { content }, { quiet: true }),
  })

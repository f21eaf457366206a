import { useState } from 'react'
import type { TicketPriority } from '@/api/schema'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'
import type { Picked } from './AddressPicker'

export type TicketDraft = {
  subject: string | null
  priority: TicketPriority
  body: string
  recipients: Picked[]
  includeClient: boolean
}

const NAME = 'new-ticket'
const EMPTY: TicketDraft = { subject: null, priority: 20, body: '', recipients: [], includeClient: false }

/** The ticket that somebody is writing, kept in this browser. */
export function useTicketDraft() {
  const [draft, setDraft] = useState<TicketDraft>(() => ({ ...EMPTY, ...readDraft<TicketDraft>(NAME) }))
  return {
    draft,
    setDraft(next: TicketDraft) {
      setDraft(next)
      writeDraft(NAME, next)
    },
    discard() {
      setDraft(EMPTY)
      clearDraft(NAME)
    },
  }
}

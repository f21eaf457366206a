import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '@/ui/form/draft'

type Draft = { text: string; kind: string }

const EMPTY: Draft = { text: '', kind: 'reply' }

/** The answer that somebody is writing, kept in this browser per ticket. */
export function useReplyDraft(ticketId: string) {
  const name = `ticket-${ticketId}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...readDraft<Draft>(name) }))
  return {
    draft,
    setDraft(next: Draft) {
      setDraft(next)
      writeDraft(name, next)
    },
    discard() {
      setDraft(EMPTY)
      clearDraft(name)
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import {
  supportTicketNote,
  supportTicketReply,
  supportTicketShow,
} from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { refreshTicket } from './refresh'
import type { ReplyDraft } from './useReplyDraft'

type SendOptions = {
  settle(): Promise<unknown>
  onSent(): void
  /** An earlier text with this id has arrived: the present one is another message. */
  onKeyUsed(): void
}

/** Sends once: the same draft keeps its id until it has arrived. */
export function useSendReply(ticket: SupportTicket, { settle, onSent, onKeyUsed }: SendOptions) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send({ key, text: body }: ReplyDraft, files: string[], isNote: boolean) {
    if (sending) return
    setSending(true)
    const seen = Math.max(0, ...ticket.messages.map(({ seq }) => seq))
    try {
      await settle()
      const saved = isNote
        ? await supportTicketNote(ticket.id, { key, body, files })
        : await supportTicketReply(ticket.id, { key, body, files, seen })
      refreshTicket(client, saved)
      setProblem(undefined)
      onSent()
      notify.success(t(isNote ? 'noted' : 'sent'))
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'newer_messages' && code !== 'key_used') return notify.failure(error)
      if (code === 'key_used') onKeyUsed()
      setProblem(errorText(error))
      // Newer messages stand above the answer, which can then be sent all the same.
      refreshTicket(client, await supportTicketShow(ticket.id))
    } finally {
      setSending(false)
    }
  }

  return { send, sending, problem }
}

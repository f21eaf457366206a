import { Alert, Button, Group, SegmentedControl, Textarea } from '@mantine/core'
import { IconMessageExclamation } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import {
  supportTicketNote,
  supportTicketReply,
  supportTicketShow,
} from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { refreshTicket } from './refresh'
import classes from './Tickets.module.css'
import { useReplyDraft } from './useReplyDraft'

/** The answer, or a note for staff. The text stays until the server has it. */
export function ReplyForm({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const { draft, setDraft, discard } = useReplyDraft(ticket.id)
  const { send, sending, problem } = useSend(ticket, discard)
  const isNote = draft.kind === 'note' && ticket.can.note
  const isEmpty = draft.text.trim() === ''

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isEmpty) return
    event.preventDefault()
    void send(draft.text, isNote)
  }

  return (
    <form
      className={classes.reply}
      data-internal={isNote || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void send(draft.text, isNote)
      }}
    >
      {ticket.can.note && (
        <SegmentedControl
          size="xs"
          aria-label={t('kind')}
          value={isNote ? 'note' : 'reply'}
          onChange={(kind) => setDraft({ ...draft, kind })}
          data={[
            { value: 'reply', label: t('reply') },
            { value: 'note', label: t('note') },
          ]}
        />
      )}
      <Textarea
        label={isNote ? t('note') : t('reply')}
        description={isNote ? t('noteText') : t('markdown')}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        maxLength={20_000}
        minRows={8}
        autosize
        maxRows={24}
      />
      {problem && (
        <Alert color="orange" role="alert" icon={<IconMessageExclamation size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={sending} disabled={isEmpty}>
          {problem ? t('sendAnyway') : isNote ? t('addNote') : t('send')}
        </Button>
      </Group>
    </form>
  )
}

/** Sends once: the same draft keeps its id until it has arrived. */
function useSend(ticket: SupportTicket, onSent: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [key, setKey] = useState(uuidV7)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(body: string, isNote: boolean) {
    if (sending) return
    setSending(true)
    const seen = Math.max(0, ...ticket.messages.map(({ seq }) => seq))
    try {
      const saved = isNote
        ? await supportTicketNote(ticket.id, { key, body })
        : await supportTicketReply(ticket.id, { key, body, seen })
      refreshTicket(client, saved)
      setKey(uuidV7())
      setProblem(undefined)
      onSent()
      notify.success(t(isNote ? 'noted' : 'sent'))
    } catch (error) {
      if (codeOf(error) === 'newer_messages') {
        setProblem(errorText(error))
        // Newer messages stand above the answer, which can then be sent all the same.
        refreshTicket(client, await supportTicketShow(ticket.id))
      } else {
        notify.failure(error)
      }
    } finally {
      setSending(false)
    }
  }

  return { send, sending, problem }
}

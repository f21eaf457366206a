import { Alert, Button, Group, SegmentedControl, Textarea } from '@mantine/core'
import { IconMessageExclamation } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import {
  supportTicketAttach,
  supportTicketNote,
  supportTicketReply,
  supportTicketShow,
} from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { useProfile } from '@/app/session'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { AttachButton, Attachments, pasteInto } from './Attachments'
import { refreshTicket } from './refresh'
import { opensTemplates, TemplateButton, type TemplateHandle } from './TemplateButton'
import classes from './Tickets.module.css'
import { useFiles } from './useFiles'
import { type ReplyDraft, useReplyDraft } from './useReplyDraft'

/** The answer, or a note for staff. The text stays until the server has it. */
export function ReplyForm({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const { draft, setDraft, files: known, settle, discard } = useReplyDraft(ticket.id)
  const files = useFiles(known, (file, onProgress) =>
    supportTicketAttach(ticket.id, { file, file_name: file.name }, { onProgress }),
  )
  const { send, sending, problem } = useSend(ticket, {
    settle,
    onSent() {
      discard()
      files.clear()
    },
    onKeyUsed: () => setDraft({ ...draft, key: uuidV7() }),
  })
  const box = useRef<HTMLTextAreaElement>(null)
  const templates = useRef<TemplateHandle>(null)
  const { can: general } = useProfile()
  const isNote = draft.kind === 'note' && ticket.can.note
  const isReady = draft.text.trim() !== '' && !files.isBusy
  const submit = () => void (isReady && send(draft, files.ids, isNote))

  /** Puts a text where the caret is, and the caret behind it. */
  function insert(text: string) {
    const { selectionStart: from, selectionEnd: to } = box.current ?? { selectionStart: 0, selectionEnd: 0 }
    setDraft({ ...draft, text: draft.text.slice(0, from) + text + draft.text.slice(to) })
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (templates.current && opensTemplates(event)) {
      event.preventDefault()
      templates.current.open(() => insert('/'))
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      className={classes.reply}
      data-internal={isNote || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
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
        ref={box}
        label={isNote ? t('note') : t('reply')}
        description={isNote ? t('noteText') : t('markdown')}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onPaste={pasteInto(files)}
        maxLength={20_000}
        minRows={8}
        autosize
        maxRows={24}
      />
      <Attachments files={files} />
      {problem && (
        <Alert color="orange" role="alert" icon={<IconMessageExclamation size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <AttachButton files={files} />
          {ticket.can.note && general['support_template.select'] && (
            <TemplateButton ref={templates} ticket={ticket} onPick={insert} />
          )}
        </Group>
        <Button type="submit" loading={sending} disabled={!isReady}>
          {problem ? t('sendAnyway') : isNote ? t('addNote') : t('send')}
        </Button>
      </Group>
    </form>
  )
}

type SendOptions = {
  settle(): Promise<unknown>
  onSent(): void
  /** An earlier text with this id has arrived: the present one is another message. */
  onKeyUsed(): void
}

/** Sends once: the same draft keeps its id until it has arrived. */
function useSend(ticket: SupportTicket, { settle, onSent, onKeyUsed }: SendOptions) {
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

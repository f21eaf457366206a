import { Alert, Button, Group, SegmentedControl, Textarea } from '@mantine/core'
import { IconMessageExclamation } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketAttach } from '@/api/generated/endpoints/support/support'
import type { SupportTicket } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useSignals } from '@/live/signals'
import { uuidV7 } from '@/ui/form/uuid'
import { AttachButton, Attachments, pasteInto } from './Attachments'
import { Presence } from './Presence'
import { opensTemplates, TemplateButton, type TemplateHandle } from './TemplateButton'
import classes from './Tickets.module.css'
import { useFiles } from './useFiles'
import { type ReplyDraft, useReplyDraft } from './useReplyDraft'
import { useSendReply } from './useSendReply'

/** The answer, or a note for staff. The text stays until the server has it. */
export function ReplyForm({ ticket }: { ticket: SupportTicket }) {
  const { t } = useTranslation('tickets')
  const { people, say } = useSignals({ target: 'ticket', id: ticket.id })
  const { draft, setDraft, files, send, sending, problem } = useReply(ticket, () => say('viewing'))
  const isNote = draft.kind === 'note' && ticket.can.note
  const { is_outside } = useProfile()
  const isReady = draft.text.trim() !== '' && !files.isBusy
  const submit = () => void (isReady && send(draft, files.ids, isNote))
  const { box, templates, insert, onKeyDown } = useBox(draft, setDraft, submit)
  return (
    <form
      className={classes.reply}
      data-internal={isNote || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {ticket.can.note && <Kind isNote={isNote} onChange={(kind) => setDraft({ ...draft, kind })} />}
      <Textarea
        ref={box}
        label={isNote ? t('note') : t('reply')}
        description={isNote ? t('noteText') : is_outside ? undefined : t('markdown')}
        value={draft.text}
        onChange={(event) => {
          setDraft({ ...draft, text: event.currentTarget.value })
          // Clients hear of typing, and of a note nothing.
          say(isNote ? 'replying' : 'typing')
        }}
        onKeyDown={onKeyDown}
        onPaste={pasteInto(files)}
        maxLength={20_000}
        minRows={8}
        autosize
        maxRows={24}
      />
      <Presence people={people} />
      <Attachments files={files} />
      {problem && (
        <Alert color="orange" role="alert" icon={<IconMessageExclamation size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <AttachButton files={files} />
          <Templates ref={templates} ticket={ticket} onPick={insert} />
        </Group>
        <Button type="submit" loading={sending} disabled={!isReady}>
          {problem ? t('sendAnyway') : isNote ? t('addNote') : t('send')}
        </Button>
      </Group>
    </form>
  )
}

function Kind({ isNote, onChange }: { isNote: boolean; onChange(kind: string): void }) {
  const { t } = useTranslation('tickets')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('kind')}
      value={isNote ? 'note' : 'reply'}
      onChange={onChange}
      data={[
        { value: 'reply', label: t('reply') },
        { value: 'note', label: t('note') },
      ]}
    />
  )
}

/** Only for staff. */
function Templates(props: Parameters<typeof TemplateButton>[0]) {
  const { can } = useProfile()
  return props.ticket.can.note && can['support_template.select'] ? <TemplateButton {...props} /> : null
}

/** The draft with its files, and the way to send them. */
function useReply(ticket: SupportTicket, onSent: () => void) {
  const { draft, setDraft, files: known, settle, discard } = useReplyDraft(ticket.id)
  const files = useFiles(known, (file, onProgress) =>
    supportTicketAttach(ticket.id, { file, file_name: file.name }, { onProgress }),
  )
  const sending = useSendReply(ticket, {
    settle,
    onSent() {
      onSent()
      discard()
      files.clear()
    },
    onKeyUsed: () => setDraft({ ...draft, key: uuidV7() }),
  })
  return { draft, setDraft, files, ...sending }
}

/** The keys of the box: Ctrl+Enter sends, `/` opens the templates. */
function useBox(draft: ReplyDraft, setDraft: (draft: ReplyDraft) => void, submit: () => void) {
  const box = useRef<HTMLTextAreaElement>(null)
  const templates = useRef<TemplateHandle>(null)

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

  return { box, templates, insert, onKeyDown }
}

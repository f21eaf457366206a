import { ActionIcon, Alert, Button, FileButton, Popover, Textarea } from '@mantine/core'
import { IconPackage, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomDetails, RoomFile } from '@/api/schema'
import { useProfile } from '@/context/session'
import { ShipmentChoice } from '@/shared/choices/ShipmentChoice'
import { uuidV7 } from '@/ui/form/uuid'
import classes from './Composer.module.css'
import { type RoomDraft, useRoomDraft } from './useRoomDraft'
import { useSendMessage } from './useSendMessage'
import { useUploads } from './useUploads'

type ComposerProps = {
  room: RoomDetails
  /** The time at which the field takes the focus; none for a window that was there before. */
  focusAt: number | undefined
  onTyping(): void
  onSent(): void
}

/** The field to write. The text stays until the server has the message. */
export function Composer({ room, focusAt, onTyping, onSent }: ComposerProps) {
  const { t } = useTranslation('messenger')
  const { draft, setDraft, discard } = useRoomDraft(room)
  const { send, sending, problem } = useSendMessage(room.id, {
    onSent() {
      discard()
      onSent()
    },
    onKeyUsed: () => setDraft((now) => ({ ...now, key: uuidV7() })),
  })
  const uploads = useUploads(room.id, (file) => setDraft((now) => ({ ...now, files: [...now.files, file] })))
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0
  const isReady = !isEmpty && !uploads.busy && !sending
  const submit = () => isReady && void send(draft)
  return (
    <form
      className={classes.composer}
      {...droppedFiles(uploads.add)}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Problems unsent={problem} upload={uploads.problem} isReady={isReady} />
      <Attached draft={draft} onChange={setDraft} />
      <Field
        focusAt={focusAt}
        text={draft.text}
        onEnter={submit}
        onText={(text) => {
          setDraft((now) => ({ ...now, text }))
          onTyping()
        }}
      />
      <Tools draft={draft} uploads={uploads} onChange={setDraft}>
        <ActionIcon
          type="submit"
          variant="filled"
          size="lg"
          aria-label={t('send')}
          disabled={!isReady}
          loading={sending}
        >
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </Tools>
    </form>
  )
}

/** Takes pasted and dropped files; a pasted text goes its usual way. */
function droppedFiles(add: (files: File[]) => Promise<void>) {
  const take = (event: ClipboardEvent | DragEvent, files: FileList) => {
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    void add([...files])
  }
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
  }
}

type FieldProps = Pick<ComposerProps, 'focusAt'> & {
  text: string
  onText(text: string): void
  onEnter(): void
}

/** Enter sends, with Shift it begins a line. */
function Field({ focusAt, text, onText, onEnter }: FieldProps) {
  const { t } = useTranslation('messenger')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focusAt !== undefined) field.current?.focus()
  }, [focusAt])

  function onKeyDown(event: KeyboardEvent) {
    // While a word is composed, Enter chooses its characters.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }

  return (
    <Textarea
      ref={field}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={4_000}
      aria-label={t('message')}
      placeholder={t('write')}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

type ProblemsProps = { unsent: string | undefined; upload: string | undefined; isReady: boolean }

function Problems({ unsent, upload, isReady }: ProblemsProps) {
  const { t } = useTranslation('messenger')
  return (
    <>
      {unsent && (
        <Alert color="red" role="alert" p="xs">
          {t('notSent', { reason: unsent })}{' '}
          <Button size="compact-xs" type="submit" variant="light" color="red" disabled={!isReady}>
            {t('sendAgain')}
          </Button>
        </Alert>
      )}
      {upload && (
        <Alert color="red" role="alert" p="xs">
          {upload}
        </Alert>
      )}
    </>
  )
}

type Change = { draft: RoomDraft; onChange(change: (now: RoomDraft) => RoomDraft): void }

/** The files and the shipment of the draft. */
function Attached({ draft: { files, shipment }, onChange }: Change) {
  const { t } = useTranslation('messenger')
  const drop = (file: RoomFile) =>
    onChange((now) => ({ ...now, files: now.files.filter(({ id }) => id !== file.id) }))
  if (files.length === 0 && !shipment) return null
  return (
    <ul className={classes.attached}>
      {shipment && (
        <li>
          <IconPackage size={14} aria-hidden /> {shipment.label}
          <ActionIcon
            size="sm"
            aria-label={t('remove', { name: shipment.label })}
            onClick={() => onChange(({ shipment: _, ...now }) => now)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      )}
      {files.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={14} aria-hidden /> {file.file_name}
          <ActionIcon size="sm" aria-label={t('remove', { name: file.file_name })} onClick={() => drop(file)}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

type ToolsProps = Change & { uploads: ReturnType<typeof useUploads>; children: ReactNode }

function Tools({ draft, uploads, onChange, children }: ToolsProps) {
  const { t } = useTranslation('messenger')
  const { can } = useProfile()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.tools}>
      <FileButton multiple onChange={(files) => void uploads.add(files)}>
        {(props) => (
          <ActionIcon
            {...props}
            aria-label={t('attach')}
            loading={uploads.busy}
            disabled={draft.files.length >= 10}
          >
            <IconPaperclip size={18} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      {can['shipment.list'] && (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="top-start"
          trapFocus
          returnFocus
          withinPortal
          width={280}
        >
          <Popover.Target>
            <ActionIcon
              aria-label={t('linkShipment')}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconPackage size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <ShipmentChoice
              label={t('shipment')}
              placeholder={t('searchShipment')}
              value={null}
              withinPortal={false}
              onChange={(shipment) => {
                if (shipment) onChange((now) => ({ ...now, shipment }))
                setOpen(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      <span className={classes.hint}>{t('enterSends')}</span>
      {children}
    </div>
  )
}

import { Modal, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { reweighDispute } from '@/api/generated/endpoints/receiving/receiving'
import type { Reweigh } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { FileField } from '@/ui/fields/FileField'
import { useKeptInput } from '@/ui/form/useKeptInput'
import { refreshReweighs } from './refresh'

const MAX_BYTES = 10 * 1024 * 1024

type DisputeDialogProps = { reweigh: Reweigh } & DialogState<Reweigh>

/** A client contradicts the measures: with a text and a photo. */
export default function DisputeDialog({ opened, ...dialog }: DisputeDialogProps) {
  const { t } = useTranslation(['reweighs', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={dialog.onClose}
      title={t('dispute.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Fields {...dialog} />
    </Modal>
  )
}

function Fields({ reweigh, onClose, onChanged }: Omit<DisputeDialogProps, 'opened'>) {
  const { t } = useTranslation(['reweighs', 'common'])
  const client = useQueryClient()
  const { input, change, forget } = useKeptInput(`reweigh-dispute-${reweigh.id}`, { text: '' })
  const { text } = input
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [missing, setMissing] = useState<{ text?: string; file?: string }>({})
  const [busy, setBusy] = useState(false)
  const refused: Partial<Record<string, string>> = failure === undefined ? {} : fieldTexts(failure)
  const isAtField = Boolean(refused.text || refused.file)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const required = t('common:validation.required')
    setMissing({ ...(!text.trim() && { text: required }), ...(!file && { file: required }) })
    if (!text.trim()) event.currentTarget.querySelector('textarea')?.focus()
    if (!text.trim() || !file) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await reweighDispute(reweigh.id, { text: text.trim(), file, version: reweigh.version })
      forget()
      refreshReweighs(client, data)
      onChanged?.(data)
      onClose()
      notify.success(t('dispute.done'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack>
        <Textarea
          label={t('dispute.text')}
          description={t('dispute.hint')}
          withAsterisk
          required
          rows={4}
          maxLength={1000}
          value={text}
          error={missing.text ?? refused.text}
          onChange={(event) => {
            change({ text: event.currentTarget.value })
            setMissing((now) => ({ ...(now.file && { file: now.file }) }))
          }}
          data-autofocus
        />
        <FileField
          label={t('dispute.photo')}
          text={t('dispute.photoHint')}
          accept="image/jpeg,image/png,application/pdf"
          maxBytes={MAX_BYTES}
          value={file}
          error={missing.file ?? refused.file}
          onChange={(chosen) => {
            setFile(chosen)
            setMissing((now) => ({ ...(now.text && { text: now.text }) }))
          }}
        />
        <DialogEnd
          failure={failure !== undefined && !isAtField ? errorText(failure) : undefined}
          action={t('dispute.send')}
          busy={busy}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

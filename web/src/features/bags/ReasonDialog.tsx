import { Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { useOpened } from '@/ui/dialogs/overlay'

type ReasonDialogProps = {
  opened: boolean
  onClose(): void
  title: string
  text: string
  submit: string
  /** Does it; what it throws is shown. */
  send(reason: string): Promise<void>
}

/** Asks why a parcel is taken out or moved. */
export default function ReasonDialog({ opened, onClose, title, ...rest }: ReasonDialogProps) {
  const { t } = useTranslation(['bags', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Question {...rest} onClose={onClose} />
    </Modal>
  )
}

function Question({ text, submit, send, onClose }: Omit<ReasonDialogProps, 'opened' | 'title'>) {
  const { t } = useTranslation('bags')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function ask() {
    if (!reason.trim()) return setProblem(t('reasonMissing'))
    setBusy(true)
    setFailure(undefined)
    try {
      await send(reason.trim())
      onClose()
    } catch (error) {
      const at = fieldTexts(error).reason
      if (at) setProblem(at)
      else setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <Textarea
          label={t('field.reason')}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
          error={problem}
          withAsterisk
          maxLength={500}
          rows={3}
          data-autofocus
        />
        <DialogEnd failure={failure} action={submit} busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}

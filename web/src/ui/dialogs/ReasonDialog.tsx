import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { useOpened } from './overlay'

type ReasonDialogProps = {
  opened: boolean
  onClose(): void
  title: string
  /** Explanation above the field. */
  about?: ReactNode
  /** Label of the field, and who reads it or what follows. */
  label: string
  text: string
  /** The verb of the button: 'Refuse'. */
  action: string
  /** Does it; a refusal of `reason` stands at the field, any other below it. */
  run(reason: string): Promise<unknown>
  /** Further fields. */
  children?: ReactNode
}

/** Asks why, and does something that cannot be undone. */
export function ReasonDialog({ opened, onClose, title, ...ask }: ReasonDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Ask {...ask} onClose={onClose} />
    </Modal>
  )
}

type AskProps = Omit<ReasonDialogProps, 'opened' | 'title'>

function Ask({ onClose, about, label, text, action, run, children }: AskProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function goOn() {
    if (reason.trim() === '') return setProblem(t('validation.required'))
    setBusy(true)
    setFailure(undefined)
    try {
      await run(reason.trim())
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
        if (!reason.trim()) event.currentTarget.querySelector('textarea')?.focus()
        void goOn()
      }}
    >
      <Stack>
        {about && <Text size="sm">{about}</Text>}
        <Textarea
          label={label}
          description={text}
          withAsterisk
          required
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
          error={problem}
          maxLength={500}
          rows={3}
          data-autofocus
        />
        {children}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useOpened } from '@/ui/dialogs/overlay'

type AskDialogProps = {
  opened: boolean
  onClose(): void
  title: string
  /** The verb of the button. */
  action: string
  /** Shows what is missing, and answers whether nothing is. */
  check(): boolean
  run(): Promise<unknown>
  children: ReactNode
}

/** Asks for a few facts, and does something that cannot be undone. */
export function AskDialog({ opened, onClose, title, action, check, run, children }: AskDialogProps) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function goOn() {
    if (!check()) return
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <Stack>
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
    </Modal>
  )
}

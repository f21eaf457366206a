import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type DialogEndProps = {
  /** Why it was refused. */
  failure: string | undefined
  /** The verb of the button: 'Close'. */
  action: string
  busy: boolean
  onClose(): void
  /** Does it; without one, the button sends the form around it. */
  onAction?: () => void
  disabled?: boolean | undefined
  danger?: boolean | undefined
}

/** The end of a dialog: the refusal, and the buttons that leave it or do it. */
export function DialogEnd({ failure, action, busy, onClose, onAction, disabled, danger }: DialogEndProps) {
  const { t } = useTranslation()
  return (
    <>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button
          type={onAction ? 'button' : 'submit'}
          onClick={onAction}
          loading={busy}
          disabled={disabled}
          {...(danger && { color: 'red' })}
        >
          {action}
        </Button>
      </Group>
    </>
  )
}

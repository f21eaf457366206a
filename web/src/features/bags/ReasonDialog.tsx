import { Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'

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
export default function ReasonDialog({ opened, onClose, title, text, submit, send }: ReasonDialogProps) {
  const { t } = useTranslation('bags')
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={title}
      action={submit}
      initial={{ reason: '' }}
      check={({ reason }) => (reason.trim() ? {} : { reason: t('reasonMissing') })}
      send={({ reason }) => send(reason.trim())}
      onDone={() => undefined}
    >
      {({ values, set, problem }) => (
        <>
          <Text size="sm">{text}</Text>
          <Textarea
            label={t('field.reason')}
            value={values.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
            error={problem('reason')}
            withAsterisk
            maxLength={500}
            rows={3}
            data-autofocus
          />
        </>
      )}
    </ActionDialog>
  )
}

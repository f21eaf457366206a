import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { shipmentCancel } from '@/api/generated/endpoints/shipments/shipments'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { EachDialog } from './EachDialog'
import type { Target } from './each'
import { useEach } from './useEach'

type CancelShipmentsProps = {
  opened: boolean
  onClose(): void
  count: number
  /** Names it when it is one. */
  code?: string
  /** The shipments themselves; all that match are fetched when it is decided. */
  targets(): Promise<Target[]> | Target[]
  /** After some were cancelled. */
  onCancelled?(): void
}

/** Asks why, cancels one by one, and says what became of each. */
export default function CancelShipments(props: CancelShipmentsProps) {
  const { opened, count, code, targets, onClose, onCancelled } = props
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const each = useEach({
    verb: 'cancel',
    targets,
    onDone: onCancelled,
    onOnly() {
      onClose()
      notify.success(t('show.nowCancelled'))
    },
  })
  return (
    <EachDialog
      opened={opened}
      onClose={onClose}
      title={t('cancel.title', { count, code, number: format.number(count) })}
      verb="cancel"
      each={each}
    >
      <Ask
        count={count}
        failure={each.failure}
        onCancel={(reason) => void each.run(({ id }) => shipmentCancel(id, { reason }))}
        onClose={onClose}
      />
    </EachDialog>
  )
}

type AskProps = { count: number; failure: unknown; onCancel(reason: string): void; onClose(): void }

function Ask({ count, failure, onCancel, onClose }: AskProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') return onCancel(reason.trim())
        setProblem(t('common:validation.required'))
        event.currentTarget.querySelector('textarea')?.focus()
      }}
    >
      <Stack>
        <Textarea
          label={t('cancel.reason')}
          description={t('cancel.text', { count })}
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
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel.keep', { count })}
          </Button>
          <Button type="submit" color="red">
            {t('cancel.confirm', { count })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

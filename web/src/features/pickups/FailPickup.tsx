import { Alert, Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { pickupFail } from '@/api/generated/endpoints/pickups/pickups'
import { type Pickup, type PickupDetails, type PickupFailReason, pickupFailReasonValues } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { refreshPickups } from './refresh'

type FailPickupProps = DialogState<PickupDetails> & { pickup: Pickup }

/** Asks why nothing was collected. */
export default function FailPickup({ pickup, opened, onClose, onChanged }: FailPickupProps) {
  const { t } = useTranslation(['pickups', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('fail.title', { number: pickup.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <FailForm pickup={pickup} onClose={onClose} onChanged={onChanged} />
    </Modal>
  )
}

function FailForm({ pickup, onClose, onChanged }: Omit<FailPickupProps, 'opened'>) {
  const { t } = useTranslation(['pickups', 'common'])
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState<PickupFailReason | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function fail(event: FormEvent) {
    event.preventDefault()
    if (!reason) {
      setProblem(t('common:validation.required'))
      field.current?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { reason, note: note.trim() || null, version: pickup.version }
      const { data } = await pickupFail(pickup.id, body)
      refreshPickups(client, data)
      onChanged?.(data)
      notify.success(t('fail.done'))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void fail(event)}>
      <Stack>
        <Select
          ref={field}
          label={t('field.reason')}
          description={t('fail.text')}
          withAsterisk
          data={pickupFailReasonValues.map((value) => ({ value, label: t(`reason.${value}`) }))}
          value={reason}
          onChange={(value) => {
            setReason(value as PickupFailReason | null)
            setProblem(undefined)
          }}
          error={problem}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <Textarea
          label={t('field.note')}
          description={t('cancel.reason')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={500}
          rows={2}
        />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {t('action.fail')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

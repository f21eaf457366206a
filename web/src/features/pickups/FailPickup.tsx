import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pickupFail } from '@/api/generated/endpoints/pickups/pickups'
import { type Pickup, type PickupDetails, type PickupFailReason, pickupFailReasonValues } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { AskDialog } from './AskDialog'
import { refreshPickups } from './refresh'

type FailPickupProps = DialogState<PickupDetails> & { pickup: Pickup }

/** Asks why nothing was collected. */
export default function FailPickup({ pickup, opened, onClose, onChanged }: FailPickupProps) {
  const { t } = useTranslation(['pickups', 'common'])
  const client = useQueryClient()
  const [reason, setReason] = useState<PickupFailReason | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()

  async function run() {
    const body = { reason: reason ?? 'not_ready', note: note.trim() || null, version: pickup.version }
    const { data } = await pickupFail(pickup.id, body)
    refreshPickups(client, data)
    onChanged?.(data)
    notify.success(t('fail.done'))
  }

  return (
    <AskDialog
      opened={opened}
      onClose={onClose}
      title={t('fail.title', { number: pickup.number })}
      action={t('action.fail')}
      check={() => {
        setProblem(reason ? undefined : t('common:validation.required'))
        return reason !== null
      }}
      run={run}
    >
      <Select
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
    </AskDialog>
  )
}

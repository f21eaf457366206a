import { Checkbox, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pickupCancel } from '@/api/generated/endpoints/pickups/pickups'
import type { PickupDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { AskDialog } from './AskDialog'
import { refreshPickups } from './refresh'

type CancelPickupProps = DialogState<PickupDetails> & { pickup: PickupDetails }

/** Asks why, names the fee, and lets staff waive it. */
export default function CancelPickup({ pickup, opened, onClose, onChanged }: CancelPickupProps) {
  const { t } = useTranslation(['pickups', 'common'])
  const { is_outside } = useProfile()
  const format = useFormat()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isWaived, setWaived] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { id, version, number, cancel_fee, cancel_currency } = pickup
  const fee = cancel_fee && format.money(cancel_fee, cancel_currency)

  async function run() {
    const { data } = await pickupCancel(id, { reason: reason.trim(), waive_fee: isWaived, version })
    refreshPickups(client, data)
    onChanged?.(data)
    notify.success(t('cancel.done'))
  }

  return (
    <AskDialog
      opened={opened}
      onClose={onClose}
      title={t('cancel.title', { number })}
      action={t('action.cancel')}
      check={() => {
        const isGiven = reason.trim() !== ''
        setProblem(isGiven ? undefined : t('common:validation.required'))
        return isGiven
      }}
      run={run}
    >
      <Text size="sm">{fee ? t('cancel.fee', { fee }) : t('cancel.free')}</Text>
      <Textarea
        label={t('field.reason')}
        description={is_outside ? t('cancel.reasonOwn') : t('cancel.reason')}
        withAsterisk
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
      {fee && !is_outside && (
        <Checkbox
          label={t('cancel.waive')}
          checked={isWaived}
          onChange={(event) => setWaived(event.currentTarget.checked)}
        />
      )}
    </AskDialog>
  )
}

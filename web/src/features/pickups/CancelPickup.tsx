import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pickupCancel } from '@/api/generated/endpoints/pickups/pickups'
import type { PickupDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { ReasonDialog } from '@/ui/dialogs/ReasonDialog'
import { useFormat } from '@/ui/format'
import { refreshPickups } from './refresh'

type CancelPickupProps = DialogState<PickupDetails> & { pickup: PickupDetails }

/** Asks why, names the fee, and lets staff waive it. */
export default function CancelPickup({ pickup, opened, onClose, onChanged }: CancelPickupProps) {
  const { t } = useTranslation('pickups')
  const { is_outside } = useProfile()
  const format = useFormat()
  const client = useQueryClient()
  const [isWaived, setWaived] = useState(false)
  const { id, version, number, cancel_fee, cancel_currency } = pickup
  const fee = cancel_fee && format.money(cancel_fee, cancel_currency)

  async function cancel(reason: string) {
    const { data } = await pickupCancel(id, { reason, waive_fee: isWaived, version })
    refreshPickups(client, data)
    onChanged?.(data)
    notify.success(t('cancel.done'))
  }

  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('cancel.title', { number })}
      about={fee ? t('cancel.fee', { fee }) : t('cancel.free')}
      label={t('field.reason')}
      text={is_outside ? t('cancel.reasonOwn') : t('cancel.reason')}
      action={t('action.cancel')}
      run={cancel}
    >
      {fee && !is_outside && (
        <Checkbox
          label={t('cancel.waive')}
          checked={isWaived}
          onChange={(event) => setWaived(event.currentTarget.checked)}
        />
      )}
    </ReasonDialog>
  )
}

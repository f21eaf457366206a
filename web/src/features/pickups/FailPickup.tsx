import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pickupFail } from '@/api/generated/endpoints/pickups/pickups'
import { type Pickup, type PickupDetails, type PickupFailReason, pickupFailReasonValues } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { refreshPickups } from './refresh'

type FailPickupProps = DialogState<PickupDetails> & { pickup: Pickup }
type FailValues = { reason: PickupFailReason | null; note: string }

/** Asks why nothing was collected. */
export default function FailPickup({ pickup, opened, onClose, onChanged }: FailPickupProps) {
  const { t } = useTranslation(['pickups', 'common'])
  const client = useQueryClient()
  const { id, version, number } = pickup
  return (
    <ActionDialog<FailValues, PickupDetails>
      opened={opened}
      onClose={onClose}
      title={t('fail.title', { number })}
      action={t('action.fail')}
      danger
      initial={{ reason: null, note: '' }}
      check={({ reason }) => (reason ? {} : { reason: t('common:validation.required') })}
      send={async ({ reason, note }) => {
        if (!reason) throw new Error('checked before')
        return (await pickupFail(id, { reason, note: note.trim() || null, version })).data
      }}
      onDone={(saved) => {
        refreshPickups(client, saved)
        onChanged?.(saved)
        notify.success(t('fail.done'))
      }}
    >
      {({ values, set, problem }) => (
        <>
          <Select
            label={t('field.reason')}
            description={t('fail.text')}
            withAsterisk
            data={pickupFailReasonValues.map((value) => ({ value, label: t(`reason.${value}`) }))}
            value={values.reason}
            onChange={(value) => set('reason', value as PickupFailReason | null)}
            error={problem('reason')}
            data-autofocus
          />
          <Textarea
            label={t('field.note')}
            description={t('cancel.reason')}
            value={values.note}
            onChange={(event) => set('note', event.currentTarget.value)}
            error={problem('note')}
            maxLength={500}
            rows={2}
          />
        </>
      )}
    </ActionDialog>
  )
}

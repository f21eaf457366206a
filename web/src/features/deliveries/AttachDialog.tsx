import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveryAttach } from '@/api/generated/endpoints/deliveries/deliveries'
import type { Delivery, DeliveryDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import { ProofFields } from './ProofFields'
import { type ProofFile, sendProof } from './proof-files'

type AttachDialogProps = DialogState<DeliveryDetails> & { delivery: Delivery }
type AttachValues = { files: ProofFile[]; note: string }

/** Adds what came later to the proof of a delivery: a photo, a signed paper. */
export default function AttachDialog({ delivery, opened, onClose, onChanged }: AttachDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const client = useQueryClient()
  const { id, number, version } = delivery
  return (
    <ActionDialog<AttachValues, DeliveryDetails>
      opened={opened}
      onClose={onClose}
      title={t('attach.title', { number })}
      action={t('action.attach')}
      initial={{ files: [], note: '' }}
      check={({ files }) => (files.length > 0 ? {} : { files: t('common:validation.required') })}
      send={async ({ files, note }) => {
        const sent = await sendProof(id, files)
        return (await deliveryAttach(id, { files: sent, note: note.trim() || null, version })).data
      }}
      onDone={(saved) => {
        refreshDeliveries(client, saved)
        onChanged?.(saved)
        notify.success(t('attach.done'))
      }}
    >
      {({ values, set, problem }) => (
        <>
          <Text size="sm">{t('attach.text')}</Text>
          <ProofFields
            files={values.files}
            onFiles={(files) => set('files', files)}
            error={problem('files')}
          />
          <Textarea
            label={t('note')}
            value={values.note}
            error={problem('note')}
            maxLength={1000}
            rows={2}
            onChange={(event) => set('note', event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

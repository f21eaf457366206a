import { Modal, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mawbVoid } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Waybill, WaybillStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshWaybills } from './refresh'
import classes from './Waybills.module.css'
import { wayOf } from './way'

type VoidProps = { waybill: Waybill } & DialogState<Waybill>

/** Asks why, and of an issued waybill what the airline says of it. */
export default function VoidDialog({ waybill, opened, onClose, onChanged }: VoidProps) {
  const { t } = useTranslation(['waybills', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('void.title', { number: waybill.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <VoidForm waybill={waybill} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type VoidValues = { reason: string | null; carrier_note: string | null }

function VoidForm({ waybill, onClose, onChanged }: Omit<VoidProps, 'opened'>) {
  const { t } = useTranslation('waybills')
  const { required } = useRules()
  const client = useQueryClient()
  const isIssued = waybill.status === WaybillStatus.Issued
  const model = useResourceForm<VoidValues, Waybill>({
    name: `mawb-void-${waybill.id}`,
    initial: { reason: null, carrier_note: null },
    validate: { reason: required, ...(isIssued && { carrier_note: required }) },
    submit: async ({ reason, carrier_note }) =>
      (await mawbVoid(waybill.id, { reason: reason ?? '', carrier_note, version: waybill.version })).data,
    onSaved(saved) {
      refreshWaybills(client, saved)
      onChanged?.(saved)
      notify.success(t('void.done', { number: saved.number }))
      onClose()
    },
  })
  const { text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.void')} onCancel={cancel}>
      <FormSection title={wayOf(waybill)} text={t('void.text')}>
        <Textarea
          {...text('reason')}
          label={t('field.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
        />
        {isIssued && (
          <Textarea
            {...text('carrier_note')}
            label={t('field.carrier_note')}
            description={t('void.carrierText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            autosize
            minRows={2}
            maxLength={500}
          />
        )}
      </FormSection>
    </ResourceForm>
  )
}

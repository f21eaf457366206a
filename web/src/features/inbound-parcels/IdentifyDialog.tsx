import { Modal, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inboundParcelIdentify, useInboundParcelPlaces } from '@/api/generated/endpoints/receiving/receiving'
import type { InboundParcel } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './InboundParcels.module.css'
import { refreshInboundParcels } from './refresh'

type IdentifyProps = { parcel: InboundParcel } & DialogState<InboundParcel>

/** Asks whose a parcel is; and where it lies, if its station did not say. */
export default function IdentifyDialog({ parcel, opened, onClose }: IdentifyProps) {
  const { t } = useTranslation(['inbound-parcels', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('identify.title', { code: parcel.external_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <IdentifyForm parcel={parcel} onClose={onClose} />
      </div>
    </Modal>
  )
}

type IdentifyValues = { client_id: string | null; warehouse_id: string | null }

function IdentifyForm({ parcel, onClose }: { parcel: InboundParcel; onClose(): void }) {
  const { t } = useTranslation('inbound-parcels')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const { id, version, warehouse_id: known } = parcel
  const places = useInboundParcelPlaces({ query: { enabled: known === null } })
  const model = useResourceForm<IdentifyValues, InboundParcel>({
    name: `inbound-parcel-identify-${id}`,
    initial: { client_id: null, warehouse_id: null },
    validate: {
      client_id: required,
      warehouse_id: (chosen) => (known === null ? required(chosen) : null),
    },
    submit: async ({ client_id, warehouse_id }) =>
      (await inboundParcelIdentify(id, { client_id: client_id ?? '', warehouse_id, version })).data,
    onSaved(saved) {
      refreshInboundParcels(queryClient, saved)
      notify.success(t('identify.done', { client: saved.client_name ?? '' }))
      onClose()
    },
  })
  const { values, set, at, choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.identify')} onCancel={cancel}>
      <FormSection title={t('section.client')} text={t('identify.text')}>
        <ClientChoice
          {...at('client_id')}
          label={t('field.client')}
          description={t('identify.hint')}
          withAsterisk
          withinPortal={false}
          value={values.client_id}
          onChange={(client_id) => set('client_id', client_id)}
        />
        {known === null && !places.data && places.error ? (
          <LoadFailure title={t('warehousesFailed')} result={places} />
        ) : null}
        {known === null && (places.data || !places.error) && (
          <Select
            {...choice('warehouse_id')}
            label={t('field.warehouse')}
            withAsterisk
            data={
              places.data?.data.map(({ warehouse_id, name }) => ({ value: warehouse_id, label: name })) ?? []
            }
          />
        )}
      </FormSection>
    </ResourceForm>
  )
}

import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inboundParcelPutAway, inboundParcelReceive } from '@/api/generated/endpoints/receiving/receiving'
import type { InboundParcel } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './InboundParcels.module.css'
import { refreshInboundParcels } from './refresh'

type PlaceProps = { parcel: InboundParcel; kind: 'receive' | 'put_away' }

/** Asks where a parcel lies: when it is received, and when it is put away. */
export default function PlaceDialog({
  parcel,
  kind,
  opened,
  onClose,
}: PlaceProps & DialogState<InboundParcel>) {
  const { t } = useTranslation(['inbound-parcels', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t(`${kind}.title`, { code: parcel.external_code })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <PlaceForm parcel={parcel} kind={kind} onClose={onClose} />
      </div>
    </Modal>
  )
}

type PlaceValues = { place: string | null }

function PlaceForm({ parcel, kind, onClose }: PlaceProps & { onClose(): void }) {
  const { t } = useTranslation('inbound-parcels')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const { id, version } = parcel
  const isRequired = kind === 'put_away'
  const model = useResourceForm<PlaceValues, InboundParcel>({
    name: `inbound-parcel-${kind}-${id}`,
    initial: { place: isRequired ? parcel.place : null },
    validate: { place: (place) => (isRequired ? required(place) : null) },
    submit: async ({ place }) => {
      const call = isRequired
        ? inboundParcelPutAway(id, { place: place ?? '', version })
        : inboundParcelReceive(id, { place, version })
      return (await call).data
    },
    onSaved(saved) {
      refreshInboundParcels(queryClient, saved)
      notify.success(t(`${kind}.done`))
      onClose()
    },
  })
  const { text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(`action.${kind}`)} onCancel={cancel}>
      <FormSection title={t('section.place')} text={t(`${kind}.text`)}>
        <TextInput
          {...text('place')}
          label={t('field.place')}
          description={t('placeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk={isRequired}
          maxLength={32}
          autoComplete="off"
          data-autofocus
        />
      </FormSection>
    </ResourceForm>
  )
}

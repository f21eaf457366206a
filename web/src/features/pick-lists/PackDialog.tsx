import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pickListPack } from '@/api/generated/endpoints/stock/stock'
import type { PickList, PickListDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { clearDraft } from '@/ui/form/draft'
import { THIRD } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './PickLists.module.css'
import { parcelsDraft } from './parcel-contents'
import { refreshPickLists } from './refresh'

type PackDialogProps = { list: PickList } & DialogState<PickListDetails>

/** Asks for the weight and size of the one parcel that takes all. Several are packed on the page of the list. */
export default function PackDialog({ list, opened, onClose, onChanged }: PackDialogProps) {
  const { t } = useTranslation(['pick-lists', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('pack.title', { number: list.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <PackForm list={list} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type OnlyParcel = {
  weight_g: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
}

type PackValues = { parcels: OnlyParcel[] }

const NEW_PARCEL: OnlyParcel = { weight_g: null, length_mm: null, width_mm: null, height_mm: null }

function PackForm({ list, onClose, onChanged }: Omit<PackDialogProps, 'opened'>) {
  const { t } = useTranslation('pick-lists')
  const { required } = useRules()
  const client = useQueryClient()
  const { id, version } = list
  const model = useResourceForm<PackValues, PickListDetails>({
    name: `pick-list-pack-${id}`,
    initial: { parcels: [NEW_PARCEL] },
    validate: { parcels: { weight_g: required } },
    async submit({ parcels }) {
      const all = parcels.map((one) => ({ ...one, weight_g: one.weight_g ?? 0, contents: [] }))
      return (await pickListPack(id, { parcels: all, version })).data
    },
    onSaved(saved) {
      // Packed here, the list no longer needs what was scanned into several parcels.
      clearDraft(parcelsDraft(id))
      refreshPickLists(client, saved)
      onChanged?.(saved)
      notify.success(t('pack.done', { code: saved.tracking_code ?? '' }))
      onClose()
    },
  })
  const { values, set, at } = useTiedFields(model.form)
  const [parcel = NEW_PARCEL] = values.parcels

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.pack')} onCancel={cancel}>
      <FormSection title={t('pack.section')} text={list.shipment_id ? t('pack.textOf') : t('pack.text')}>
        <WeightField
          {...at('parcels.0.weight_g')}
          label={t('field.weight')}
          withAsterisk
          value={parcel.weight_g}
          onChange={(weight_g) => set('parcels', [{ ...parcel, weight_g }])}
          data-autofocus
        />
        {(['length_mm', 'width_mm', 'height_mm'] as const).map((side) => (
          <SizeField
            key={side}
            {...at(`parcels.0.${side}`)}
            {...THIRD}
            label={t(`field.${side}`)}
            value={parcel[side]}
            onChange={(size) => set('parcels', [{ ...parcel, [side]: size }])}
          />
        ))}
      </FormSection>
    </ResourceForm>
  )
}

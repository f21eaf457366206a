import { Modal, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { repackFinish, useInboundParcelList } from '@/api/generated/endpoints/receiving/receiving'
import type { Repack } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { THIRD } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './Repacks.module.css'
import { refreshRepacks } from './refresh'

type FinishProps = { repack: Repack } & DialogState<Repack>

/** Asks for the weight and size of what was packed, and why parcels are missing. */
export default function FinishDialog({ repack, opened, onClose }: FinishProps) {
  const { t } = useTranslation(['repacks', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('finish.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <FinishForm repack={repack} onClose={onClose} />
      </div>
    </Modal>
  )
}

type FinishValues = {
  weight_g: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
  /** By the ids of parcels that were not scanned. */
  reasons: Record<string, string>
}

function FinishForm({ repack, onClose }: { repack: Repack; onClose(): void }) {
  const { t } = useTranslation('repacks')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const { id, version } = repack
  const parcels = useInboundParcelList({ repack_id: id, per_page: 50 })
  const left = parcels.data?.data.filter(({ scanned_at }) => scanned_at === null) ?? []
  const model = useResourceForm<FinishValues, Repack>({
    name: `repack-finish-${id}`,
    initial: { weight_g: null, length_mm: null, width_mm: null, height_mm: null, reasons: {} },
    validate: { weight_g: required },
    submit: async ({ reasons, weight_g, ...sides }) => {
      const missing = Object.entries(reasons)
        .filter(([parcel_id, reason]) => reason.trim() && left.some((one) => one.id === parcel_id))
        .map(([parcel_id, reason]) => ({ parcel_id, reason: reason.trim() }))
      return (await repackFinish(id, { weight_g: weight_g ?? 0, ...sides, missing, version })).data
    },
    onSaved(saved) {
      refreshRepacks(queryClient, saved)
      notify.success(t('finish.done', { code: saved.tracking_code ?? '' }))
      onClose()
    },
  })
  const { values, set, at } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.finish')} onCancel={cancel}>
      <FormSection title={t('section.packed')} text={t('finish.text')}>
        <WeightField
          {...at('weight_g')}
          label={t('field.weight')}
          withAsterisk
          value={values.weight_g}
          onChange={(weight) => set('weight_g', weight)}
          data-autofocus
        />
        {(['length_mm', 'width_mm', 'height_mm'] as const).map((side) => (
          <SizeField
            key={side}
            {...at(side)}
            {...THIRD}
            label={t(`field.${side}`)}
            value={values[side]}
            onChange={(size) => set(side, size)}
          />
        ))}
      </FormSection>
      {left.length > 0 && (
        <FormSection title={t('section.missing')} text={t('finish.missing')}>
          {left.map(({ id: parcel, external_code }) => (
            <TextInput
              key={parcel}
              {...at('missing')}
              // The server names the first parcel that lacks a reason; those that have one are right.
              error={values.reasons[parcel]?.trim() ? undefined : at('missing').error}
              label={t('finish.why', { code: external_code })}
              maxLength={200}
              value={values.reasons[parcel] ?? ''}
              onChange={(event) => set('reasons', { ...values.reasons, [parcel]: event.currentTarget.value })}
            />
          ))}
        </FormSection>
      )}
      {!parcels.data && parcels.error ? <LoadFailure title={t('parcelsFailed')} result={parcels} /> : null}
      {parcels.data && left.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('finish.all')}
        </Text>
      )}
    </ResourceForm>
  )
}

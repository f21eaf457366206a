import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  masterCreate,
  masterUpdate,
  useMasterShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { freshly } from '@/api/record-query'
import type { MasterKind } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { ProviderChoice } from '@/shared/choices/RecordChoice'
import { DayField } from '@/ui/fields/DayField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { MASTER_KINDS } from './list'
import { refreshMasters } from './refresh'
import { useWhyClosed } from './useWhyClosed'
import { emptyMaster, inputOf, valuesOf } from './values'

/** Makes a master, or changes the one of this id. */
export function MasterForm({ id }: { id?: string }) {
  const { t } = useTranslation('masters')
  const { required } = useRules()
  const warehouses = useWarehouseSelect()
  const offered = warehouses.data?.data ?? []
  return (
    <RecordForm
      name="master"
      id={id}
      result={useMasterShow(id ?? '', freshly(id))}
      lookups={[warehouses]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      // Where there is one warehouse, nobody chooses it.
      empty={() => emptyMaster(offered.length === 1 ? (offered[0]?.id ?? null) : null)}
      valuesOf={valuesOf}
      whyClosed={useWhyClosed()}
      validate={{
        warehouse_id: required,
        from_place: required,
        to_place: required,
        to_country_id: required,
      }}
      save={(values, kept) =>
        kept
          ? masterUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : masterCreate(inputOf(values))
      }
      refresh={refreshMasters}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['masters.show']({ id: shown }) : paths['masters.index']()
      }}
    >
      {(fields) => {
        const { values, set, at } = fields
        return (
          <>
            <FormSection title={t('section.paper')} text={t('kindText')}>
              <SegmentedControl
                aria-label={t('field.kind')}
                data={MASTER_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
                value={values.kind}
                onChange={(kind) => set('kind', kind as MasterKind)}
              />
              <Select
                {...fields.choice('warehouse_id')}
                {...HALF}
                label={t('field.warehouse')}
                withAsterisk
                disabled={id !== undefined}
                searchable
                data={offered.map(({ id: value, label }) => ({ value, label }))}
              />
              <div data-width="half">
                <ProviderChoice {...fields.choice('provider_id')} label={t('field.provider')} />
              </div>
              <TextInput
                {...fields.text('reference')}
                {...HALF}
                label={t('field.reference')}
                description={t('referenceText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={60}
              />
              <TextInput
                {...fields.text('vehicle')}
                {...HALF}
                label={t('field.vehicle')}
                description={t('vehicleText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={60}
              />
            </FormSection>
            <FormSection title={t('section.way')} text={t('wayText')}>
              <TextInput
                {...fields.text('from_place')}
                {...HALF}
                label={t('field.from_place')}
                withAsterisk
                maxLength={100}
              />
              <TextInput
                {...fields.text('to_place')}
                {...HALF}
                label={t('field.to_place')}
                withAsterisk
                maxLength={100}
              />
              <div data-width="half">
                <CountryChoice
                  {...at('to_country_id')}
                  label={t('field.to_country_id')}
                  withAsterisk
                  value={values.to_country_id}
                  onChange={(country) => set('to_country_id', country)}
                />
              </div>
              <DayField
                {...at('departs_on')}
                {...HALF}
                label={t('field.departs_on')}
                value={values.departs_on ?? ''}
                onChange={(day) => set('departs_on', day || null)}
              />
              <DayField
                {...at('arrives_on')}
                {...HALF}
                label={t('field.arrives_on')}
                value={values.arrives_on ?? ''}
                onChange={(day) => set('arrives_on', day || null)}
              />
              <Textarea
                {...fields.text('note')}
                label={t('field.note')}
                autosize
                minRows={2}
                maxLength={500}
              />
            </FormSection>
          </>
        )
      }}
    </RecordForm>
  )
}

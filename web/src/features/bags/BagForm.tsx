import { Checkbox, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bagCreate, bagUpdate, useBagShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import { freshly } from '@/api/record-query'
import type { BagKind, DutyPayer, MailCategory } from '@/api/schema'
import { RecordForm } from '@/blocks/RecordForm'
import { paths } from '@/context/paths'
import { refreshBags } from '@/shared/bags/refresh'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import { ProviderChoice, ServiceChoice } from '@/shared/choices/RecordChoice'
import { WeightField } from '@/ui/fields/MeasureField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useWhyClosed } from './useWhyClosed'
import { emptyBag, inputOf, valuesOf } from './values'

const BAG_KINDS: BagKind[] = ['bag', 'pallet']
const DUTIES: DutyPayer[] = ['ddp', 'ddu']
const CATEGORIES: MailCategory[] = ['A', 'B', 'C', 'D']

/** Opens a bag, or changes the one of this id. */
export function BagForm({ id }: { id?: string }) {
  const { t } = useTranslation('bags')
  const { required } = useRules()
  const warehouses = useWarehouseSelect()
  const offered = warehouses.data?.data ?? []
  return (
    <RecordForm
      name="bag"
      id={id}
      result={useBagShow(id ?? '', freshly(id))}
      lookups={[warehouses]}
      title={id ? t('one') : t('create')}
      text={t('createText')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      // Where there is one warehouse, nobody chooses it.
      empty={() => emptyBag(offered.length === 1 ? (offered[0]?.id ?? null) : null)}
      valuesOf={valuesOf}
      whyClosed={useWhyClosed()}
      validate={{ warehouse_id: required, destination_airport: required }}
      save={(values, kept) =>
        kept ? bagUpdate(kept.id, { ...inputOf(values), version: kept.version }) : bagCreate(inputOf(values))
      }
      refresh={refreshBags}
      leaveTo={(saved) => {
        const shown = saved?.id ?? id
        return shown ? paths['bags.show']({ id: shown }) : paths['bags.index']()
      }}
    >
      {(fields) => {
        const { values, set, at } = fields
        return (
          <>
            <FormSection title={t('section.way')}>
              <SegmentedControl
                aria-label={t('field.kind')}
                data={BAG_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
                value={values.kind}
                onChange={(kind) => set('kind', kind as BagKind)}
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
              <div data-width="half">
                <AirportChoice
                  {...at('origin_airport')}
                  label={t('field.origin')}
                  value={values.origin_airport}
                  onChange={(iata) => set('origin_airport', iata)}
                />
              </div>
              <div data-width="half">
                <AirportChoice
                  {...at('destination_airport')}
                  label={t('field.destination')}
                  withAsterisk
                  value={values.destination_airport}
                  onChange={(iata) => set('destination_airport', iata)}
                />
              </div>
            </FormSection>
            <FormSection title={t('section.contents')} text={t('contentsText')}>
              <ServiceChoice
                {...at('service_id')}
                {...HALF}
                label={t('field.service')}
                placeholder={t('anyService')}
                value={values.service_id}
                onChange={(service) => set('service_id', service)}
              />
              <Select
                {...at('tax_modality')}
                {...HALF}
                label={t('field.tax_modality')}
                placeholder={t('anyModality')}
                clearable
                data={DUTIES.map((value) => ({ value, label: t(`modality.${value}`) }))}
                value={values.tax_modality}
                onChange={(value) => set('tax_modality', value as DutyPayer | null)}
              />
              <NumberInput
                {...at('triage_group')}
                {...HALF}
                label={t('field.triage_group')}
                description={t('groupText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                hideControls
                allowDecimal={false}
                min={1}
                max={99}
                value={values.triage_group ?? ''}
                onChange={(value) => set('triage_group', value === '' ? null : Number(value))}
              />
              <NumberInput
                {...at('max_parcels')}
                {...HALF}
                label={t('field.max_parcels')}
                placeholder="500"
                hideControls
                allowDecimal={false}
                min={1}
                max={9999}
                value={values.max_parcels ?? ''}
                onChange={(value) => set('max_parcels', value === '' ? null : Number(value))}
              />
              <WeightField
                {...at('max_weight_g')}
                {...HALF}
                label={t('field.max_weight')}
                description={t('maxWeightText')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                value={values.max_weight_g}
                onChange={(weight) => set('max_weight_g', weight)}
              />
              <WeightField
                {...at('tare_g')}
                {...HALF}
                label={t('field.tare')}
                value={values.tare_g}
                onChange={(weight) => set('tare_g', weight)}
              />
            </FormSection>
            <FormSection title={t('section.post')} text={t('postText')}>
              <TextInput
                {...fields.text('origin_office')}
                {...HALF}
                label={t('field.origin_office')}
                placeholder="BRSAOD"
                maxLength={6}
                autoCapitalize="characters"
              />
              <TextInput
                {...fields.text('destination_office')}
                {...HALF}
                label={t('field.destination_office')}
                placeholder="DEFRAA"
                maxLength={6}
                autoCapitalize="characters"
              />
              <Select
                {...at('category')}
                {...HALF}
                label={t('field.category')}
                clearable
                data={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
                value={values.category}
                onChange={(value) => set('category', value as MailCategory | null)}
              />
              <TextInput
                {...fields.text('subclass')}
                {...HALF}
                label={t('field.subclass')}
                placeholder="NX"
                maxLength={2}
                autoCapitalize="characters"
              />
              <Checkbox
                label={t('field.is_insured')}
                checked={values.is_insured}
                onChange={(event) => set('is_insured', event.currentTarget.checked)}
              />
            </FormSection>
            <FormSection title={t('section.note')}>
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

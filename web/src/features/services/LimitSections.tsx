import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { contentsTypeValues, serviceRequirementValues, taxModalityValues } from '@/api/schema'
import { CountriesChoice } from '@/shared/choices/CountryChoice'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { ProviderChoice } from '@/shared/choices/RecordChoice'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import type { RecordProps, SectionProps } from './MainSections'

const WEIGHTS = ['min_weight_g', 'max_weight_g'] as const
const SIZES = ['max_side_mm', 'max_sides_mm', 'max_girth_mm'] as const

/** Limits of the service. An empty limit does not exist. */
export function Limits({ fields: { at, values, set, choice } }: SectionProps) {
  const { t } = useTranslation('services')
  const { preferences } = useFormat()
  return (
    <FormSection title={t('section.limits')} text={t('section.limitsText')}>
      {WEIGHTS.map((name) => (
        <WeightField
          {...at(name)}
          {...HALF}
          key={name}
          label={t(`field.${name}`)}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      {SIZES.map((name) => (
        <SizeField
          {...at(name)}
          {...THIRD}
          key={name}
          label={t(`field.${name}`)}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      <MoneyField
        {...at('max_value')}
        {...HALF}
        label={t('field.max_value')}
        {...(values.value_currency && { currency: values.value_currency })}
        value={values.max_value}
        onChange={(value) => {
          set('max_value', value)
          if (value !== null && values.value_currency === null) set('value_currency', preferences.currency)
        }}
      />
      <CurrencyChoice
        {...choice('value_currency')}
        {...HALF}
        label={t('field.value_currency')}
        clearable
        disabled={values.max_value === null}
      />
      <MultiSelect
        {...at('contents')}
        label={t('field.contents')}
        placeholder={values.contents.length === 0 ? t('any') : undefined}
        searchable
        clearable
        data={contentsTypeValues.map((value) => ({ value, label: t(`contents.${value}`) }))}
        value={values.contents}
        onChange={(chosen) => set('contents', chosen)}
      />
      {(['origin_country_ids', 'destination_country_ids'] as const).map((name) => (
        <CountriesChoice
          {...at(name)}
          key={name}
          label={t(`field.${name}`)}
          placeholder={values[name].length === 0 ? t('any') : undefined}
          value={values[name]}
          onChange={(ids) => set(name, ids)}
        />
      ))}
    </FormSection>
  )
}

/** Who pays taxes, what a shipment needs, and who delivers it. */
export function Needs({ fields: { form, at, values, set }, record }: RecordProps) {
  const { t } = useTranslation('services')
  return (
    <FormSection title={t('section.needs')} text={t('section.needsText')}>
      <Select
        label={t('field.tax_modality')}
        allowDeselect={false}
        data={taxModalityValues.map((value) => ({ value, label: t(`tax.${value}`) }))}
        {...form.getInputProps('tax_modality')}
      />
      <MultiSelect
        {...at('requirements')}
        label={t('field.requirements')}
        clearable
        data={serviceRequirementValues.map((value) => ({ value, label: t(`requirement.${value}`) }))}
        value={values.requirements}
        onChange={(chosen) => set('requirements', chosen)}
      />
      <WholeField
        {...at('delivery_attempts')}
        {...HALF}
        label={t('field.delivery_attempts')}
        description={t('deliveryAttemptsText')}
        max={20}
        value={values.delivery_attempts}
        onChange={(attempts) => set('delivery_attempts', attempts)}
      />
      <ProviderChoice
        {...at('last_mile_provider_id')}
        label={t('field.last_mile_provider')}
        value={values.last_mile_provider_id}
        name={record?.last_mile_provider_code}
        onChange={(id) => set('last_mile_provider_id', id)}
      />
    </FormSection>
  )
}

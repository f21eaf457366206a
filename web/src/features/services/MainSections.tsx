import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Service, serviceModeValues, serviceScopeValues } from '@/api/schema'
import { TitleInputs } from '@/blocks/TitleInputs'
import { ServiceGroupChoice } from '@/shared/choices/RecordChoice'
import { WeightField } from '@/ui/fields/MeasureField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { localeText } from '@/ui/locale-text'
import type { ServiceValues } from './values'

export type SectionProps = { fields: TiedFields<ServiceValues> }
export type RecordProps = SectionProps & { record: Service | undefined }

/** Names of the service, and where it is offered. */
export function Names({ fields: { form, at, values, set }, record }: RecordProps) {
  const { t, i18n } = useTranslation('services')
  return (
    <FormSection title={t('section.names')} text={t('section.namesText')}>
      <TextInput
        {...HALF}
        label={t('field.code')}
        withAsterisk
        maxLength={20}
        autoComplete="off"
        {...form.getInputProps('code')}
      />
      <WholeField
        {...at('position')}
        {...HALF}
        label={t('field.position')}
        description={t('positionText')}
        value={values.position}
        onChange={(value) => set('position', value)}
      />
      <TitleInputs
        label={(language) => t('field.titleIn', { language })}
        maxLength={120}
        tie={(path) => form.getInputProps(path)}
      />
      <ServiceGroupChoice
        {...at('group_id')}
        label={t('field.group')}
        value={values.group_id}
        name={localeText(record?.group_title_locale, i18n.language)}
        onChange={(id) => set('group_id', id)}
      />
      <Select
        {...HALF}
        label={t('field.mode')}
        allowDeselect={false}
        data={serviceModeValues.map((value) => ({ value, label: t(`mode.${value}`) }))}
        {...form.getInputProps('mode')}
      />
      <Select
        {...HALF}
        label={t('field.scope')}
        allowDeselect={false}
        data={serviceScopeValues.map((value) => ({ value, label: t(`scope.${value}`) }))}
        {...form.getInputProps('scope')}
      />
    </FormSection>
  )
}

/** How long it takes, and how it is weighed. */
export function Terms({ fields: { at, values, set } }: SectionProps) {
  const { t } = useTranslation('services')
  return (
    <FormSection title={t('section.terms')} text={t('section.termsText')}>
      {(['transit_min_days', 'transit_max_days'] as const).map((name) => (
        <WholeField
          {...at(name)}
          {...HALF}
          key={name}
          label={t(`field.${name}`)}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      <WholeField
        {...at('volumetric_divisor')}
        {...HALF}
        label={t('field.volumetric_divisor')}
        description={t('divisorText')}
        withAsterisk
        value={values.volumetric_divisor}
        onChange={(value) => set('volumetric_divisor', value)}
      />
      <WeightField
        {...at('rounding_step_g')}
        {...HALF}
        label={t('field.rounding_step_g')}
        withAsterisk
        value={values.rounding_step_g}
        onChange={(value) => set('rounding_step_g', value)}
      />
    </FormSection>
  )
}

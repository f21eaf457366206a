import { NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { serviceCreate, serviceUpdate, useServiceShow } from '@/api/generated/endpoints/services/services'
import { freshly } from '@/api/record-query'
import { serviceModeValues } from '@/api/schema'
import { ActiveBadge } from '@/app/ActiveBadge'
import { paths } from '@/app/paths'
import { RecordForm } from '@/app/RecordForm'
import { SwitchButton } from '@/app/SwitchButton'
import { useSite } from '@/app/site'
import { TitleInputs } from '@/app/TitleInputs'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { useSeparators, WeightField } from '@/ui/fields/MeasureField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshServices, useServiceSwitch } from './useServiceSwitch'
import { EMPTY, inputOf, type ServiceValues, valuesOf } from './values'

/** Creates a service, or changes the one of this id. */
export function ServiceForm({ id }: { id?: string }) {
  const { t } = useTranslation('services')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useServiceSwitch()
  return (
    <RecordForm
      name="service"
      id={id}
      result={useServiceShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      nameOf={({ code }) => code}
      aside={({ active }) => <ActiveBadge active={active} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{
        code: required,
        title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required },
        volumetric_divisor: required,
        rounding_step_g: required,
      }}
      save={(values, kept) =>
        kept
          ? serviceUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : serviceCreate(inputOf(values))
      }
      refresh={refreshServices}
      submitLabel={t('save')}
      savedText={id ? t('saved') : t('created')}
      leaveTo={paths['services.index']}
    >
      {(fields) => (
        <>
          <Names fields={fields} />
          <Terms fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<ServiceValues> }

function Names({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('services')
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
      <Select
        {...HALF}
        label={t('field.mode')}
        allowDeselect={false}
        data={serviceModeValues.map((value) => ({ value, label: t(`mode.${value}`) }))}
        {...form.getInputProps('mode')}
      />
      <TitleInputs
        label={(language) => t('field.titleIn', { language })}
        maxLength={80}
        tie={(path) => form.getInputProps(path)}
      />
    </FormSection>
  )
}

type NumberName = 'transit_min_days' | 'transit_max_days' | 'volumetric_divisor' | 'position'

function Terms({ fields: { form, values } }: SectionProps) {
  const { t } = useTranslation('services')
  const separators = useSeparators()
  const whole = (name: NumberName, props: { description?: string; withAsterisk?: boolean } = {}) => (
    <NumberInput
      {...HALF}
      {...separators}
      {...props}
      label={t(`field.${name}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      hideControls
      allowNegative={false}
      allowDecimal={false}
      inputMode="numeric"
      {...form.getInputProps(name)}
      value={values[name] ?? ''}
      onChange={(typed) => form.setFieldValue(name, typed === '' ? null : Number(typed))}
    />
  )
  return (
    <FormSection title={t('section.terms')} text={t('section.termsText')}>
      {whole('transit_min_days')}
      {whole('transit_max_days')}
      {whole('volumetric_divisor', { description: t('divisorText'), withAsterisk: true })}
      <WeightField
        {...HALF}
        label={t('field.rounding_step_g')}
        withAsterisk
        {...form.getInputProps('rounding_step_g')}
        value={values.rounding_step_g}
      />
      <WeightField
        {...HALF}
        label={t('field.max_weight_g')}
        {...form.getInputProps('max_weight_g')}
        value={values.max_weight_g}
      />
      {whole('position', { description: t('positionText') })}
    </FormSection>
  )
}

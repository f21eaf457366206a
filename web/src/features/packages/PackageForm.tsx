import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { packageCreate, packageUpdate, usePackageShow } from '@/api/generated/endpoints/packages/packages'
import { freshly } from '@/api/record-query'
import { packageTypeValues } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { TitleInputs } from '@/blocks/TitleInputs'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshPackages, usePackageSwitch } from './usePackageSwitch'
import { EMPTY, inputOf, type PackageValues, valuesOf } from './values'

/** Creates a package, or changes the one of this id. */
export function PackageForm({ id }: { id?: string }) {
  const { t } = useTranslation('packages')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = usePackageSwitch()
  return (
    <RecordForm
      name="package"
      id={id}
      result={usePackageShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      nameOf={({ code }) => code}
      aside={({ active, excluded_at }) => (
        <ActiveBadge active={active} excluded_at={excluded_at} words={t('state', { returnObjects: true })} />
      )}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{
        code: required,
        title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required },
      }}
      save={(values, kept) =>
        kept
          ? packageUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : packageCreate(inputOf(values))
      }
      refresh={refreshPackages}
      submitLabel={t('save')}
      leaveTo={paths['packages.index']}
    >
      {(fields) => (
        <>
          <Names fields={fields} />
          <Measures fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<PackageValues> }

function Names({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('packages')
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
        label={t('field.package_type')}
        allowDeselect={false}
        data={packageTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
        {...form.getInputProps('package_type')}
      />
      <TitleInputs
        label={(language) => t('field.titleIn', { language })}
        maxLength={120}
        tie={(path) => form.getInputProps(path)}
      />
    </FormSection>
  )
}

const SIDES = ['length_mm', 'width_mm', 'height_mm'] as const
const WEIGHTS = ['tare_g', 'max_weight_g'] as const

function Measures({ fields: { form, values } }: SectionProps) {
  const { t } = useTranslation('packages')
  return (
    <FormSection title={t('section.measures')} text={t('section.measuresText')}>
      {SIDES.map((field) => (
        <SizeField
          {...THIRD}
          key={field}
          label={t(`field.${field}`)}
          {...form.getInputProps(field)}
          value={values[field]}
        />
      ))}
      {WEIGHTS.map((field) => (
        <WeightField
          {...HALF}
          key={field}
          label={t(`field.${field}`)}
          {...form.getInputProps(field)}
          value={values[field]}
        />
      ))}
    </FormSection>
  )
}

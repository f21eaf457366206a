import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getPackageShowQueryKey, invalidatePackageList } from '@/api/generated/endpoints/packages/packages'
import { type Package, packageTypeValues } from '@/api/schema'
import { paths } from '@/app/paths'
import { useSite } from '@/app/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import { notify } from '@/ui/dialogs/notify'
import { SizeField, WeightField } from '@/ui/fields/MeasureField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import type { PackageValues } from './values'

type Props = {
  /** Names the draft. */
  name: string
  initial: PackageValues
  submitLabel: string
  /** Said once it is saved. */
  savedText: string
  readOnly?: boolean
  save(values: PackageValues): Promise<Package>
}

export function PackageForm({ name, initial, submitLabel, savedText, readOnly = false, save }: Props) {
  const { t } = useTranslation('codes')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { domain } = useSite()
  const spoken = LOCALE_MAP_KEYS[domain.default_language]
  const leave = () => void navigate({ to: paths['packages.index']() })
  const model = useResourceForm<PackageValues, Package>({
    name,
    initial,
    validate: (values) => ({
      code: values.code.trim() ? null : t('required'),
      [`title_locale.${spoken}`]: values.title_locale[spoken].trim() ? null : t('required'),
    }),
    submit: save,
    onSaved(saved) {
      queryClient.setQueryData(getPackageShowQueryKey(saved.id), { data: saved })
      void invalidatePackageList(queryClient)
      notify.success(savedText)
      leave()
    },
  })
  return (
    <ResourceForm model={model} submitLabel={submitLabel} onCancel={leave} readOnly={readOnly}>
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <Names model={model} />
        <Measures model={model} />
      </fieldset>
    </ResourceForm>
  )
}

type SectionProps = { model: ReturnType<typeof useResourceForm<PackageValues, Package>> }

function Names({ model: { form } }: SectionProps) {
  const { t } = useTranslation('packages')
  const { domain } = useSite()
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
      {domain.languages.map((language) => (
        <TextInput
          {...HALF}
          key={language}
          label={t('field.titleIn', { language: LANGUAGE_NAMES[language] })}
          lang={language}
          withAsterisk={language === domain.default_language}
          maxLength={80}
          {...form.getInputProps(`title_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
    </FormSection>
  )
}

const SIDES = ['length_mm', 'width_mm', 'height_mm'] as const
const WEIGHTS = ['tare_g', 'max_weight_g'] as const

function Measures({ model: { form } }: SectionProps) {
  const { t } = useTranslation('packages')
  return (
    <FormSection title={t('section.measures')} text={t('section.measuresText')}>
      {SIDES.map((field) => (
        <SizeField
          {...THIRD}
          key={field}
          label={t(`field.${field}`)}
          {...form.getInputProps(field)}
          value={form.values[field]}
        />
      ))}
      {WEIGHTS.map((field) => (
        <WeightField
          {...HALF}
          key={field}
          label={t(`field.${field}`)}
          {...form.getInputProps(field)}
          value={form.values[field]}
        />
      ))}
    </FormSection>
  )
}

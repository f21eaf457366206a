import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TimeZone } from '@/api/schema'
import { useSite } from '@/app/site'
import { LANGUAGE_NAMES, type Language } from '@/i18n'
import { HALF } from '@/ui/field-width'
import type { Unit } from '@/ui/format'
import type { Fields } from './GeneralForm'

/** How somebody reads the screens. */
export function Habits({ fields, zones }: { fields: Fields; zones: TimeZone[] }) {
  const { t } = useTranslation('account')
  const { domain } = useSite()
  const { values, at, set } = fields
  const known = zones.find(
    ({ name, aliases }) => name === values.time_zone || aliases.includes(values.time_zone),
  )
  const unit = (name: 'weight_unit' | 'size_unit', labels: [string, string]) => (
    <Select
      {...at(name)}
      {...HALF}
      label={t(name)}
      data={[
        { value: '10', label: labels[0] },
        { value: '20', label: labels[1] },
      ]}
      value={String(values[name])}
      onChange={(code) => set(name, Number(code) as Unit)}
      allowDeselect={false}
    />
  )
  return (
    <>
      <Select
        {...at('language')}
        {...HALF}
        label={t('language')}
        data={domain.languages.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        value={values.language}
        onChange={(language) => set('language', language as Language)}
        allowDeselect={false}
      />
      <Select
        {...at('time_zone')}
        {...HALF}
        label={t('timeZone')}
        searchable
        nothingFoundMessage={t('nothingFound')}
        data={[
          // UTC, or a name older than the list, stands for itself.
          ...(known ? [] : [{ value: values.time_zone, label: values.time_zone }]),
          ...zones.map(({ name, description }) => ({ value: name, label: description })),
        ]}
        value={known?.name ?? values.time_zone}
        onChange={(zone) => set('time_zone', zone ?? values.time_zone)}
        allowDeselect={false}
      />
      {unit('weight_unit', [t('kilograms'), t('pounds')])}
      {unit('size_unit', [t('centimetres'), t('inches')])}
    </>
  )
}

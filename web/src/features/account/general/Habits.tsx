import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PrintFormat, TimeZone } from '@/api/schema'
import type { Language } from '@/i18n'
import { useLanguages } from '@/shared/choices/useLanguages'
import { LABEL_FORMATS } from '@/shared/labels/station'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { HALF } from '@/ui/form/field-width'
import type { Unit } from '@/ui/format'
import type { Fields } from './GeneralForm'

/** How somebody reads the screens. */
export function Habits({ fields, zones }: { fields: Fields; zones: TimeZone[] }) {
  const { t } = useTranslation('account')
  const languages = useLanguages()
  const { values, at, set } = fields
  const unit = (name: 'prefered_weight_unit' | 'prefered_size_unit', labels: [string, string]) => (
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
        {...at('language_id')}
        {...HALF}
        label={t('language')}
        data={languages}
        value={values.language_id}
        onChange={(language) => set('language_id', language as Language)}
        allowDeselect={false}
      />
      <TimeZoneSelect
        {...at('preferred_timezone_id')}
        {...HALF}
        label={t('timeZone')}
        nothingFoundMessage={t('nothingFound')}
        zones={zones}
        value={values.preferred_timezone_id}
        onChange={(zone) => set('preferred_timezone_id', zone)}
      />
      {unit('prefered_weight_unit', [t('kilograms'), t('pounds')])}
      {unit('prefered_size_unit', [t('centimetres'), t('inches')])}
      <Select
        {...at('label_format')}
        {...HALF}
        label={t('labelFormat')}
        description={t('labelFormatText')}
        data={LABEL_FORMATS.map((value) => ({ value, label: t(`labelFormats.${value}`) }))}
        value={values.label_format}
        onChange={(format) => set('label_format', format as PrintFormat)}
        allowDeselect={false}
      />
    </>
  )
}

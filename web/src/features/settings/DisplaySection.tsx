import { Checkbox, Group, MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TimeZone } from '@/api/schema'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@/i18n'
import { useCurrencies } from '@/shared/choices/CurrencyChoice'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Unit } from '@/ui/format'
import type { Fields } from './values'

/** In which languages, hours and units the company speaks. */
export function DisplaySection({ fields, zones }: { fields: Fields; zones: TimeZone[] }) {
  const { t } = useTranslation('settings')
  const { values, at, set } = fields
  const { config } = useSite()
  const currencies = useCurrencies(values.chargeable_currencies)

  function offer(languages: string[]) {
    const offered = LANGUAGES.filter((language) => languages.includes(language))
    set('languages', offered)
    const [first] = offered
    if (first && !offered.includes(values.default_language)) set('default_language', first)
  }

  return (
    <FormSection title={t('display.title')} text={t('display.text')}>
      <Checkbox.Group
        {...at('languages')}
        label={t('display.languages')}
        value={values.languages}
        onChange={offer}
      >
        <Group gap="md" mt={4}>
          {LANGUAGES.map((language) => (
            <Checkbox key={language} value={language} label={LANGUAGE_NAMES[language]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        {...at('default_language')}
        {...HALF}
        label={t('display.defaultLanguage')}
        data={values.languages.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        value={values.default_language}
        onChange={(language) => set('default_language', language as Language)}
        allowDeselect={false}
      />
      <TimeZoneSelect
        {...at('time_zone')}
        {...HALF}
        label={t('display.timeZone')}
        zones={zones}
        value={values.time_zone}
        onChange={(zone) => set('time_zone', zone)}
      />
      <UnitSelect fields={fields} name="weight_unit" units={[t('display.kilograms'), t('display.pounds')]} />
      <UnitSelect fields={fields} name="size_unit" units={[t('display.centimetres'), t('display.inches')]} />
      <MultiSelect
        {...at('chargeable_currencies')}
        label={t('display.currencies')}
        description={t('display.currenciesText', { currency: config.currency })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        clearable
        maxValues={20}
        data={currencies.filter(({ value }) => value !== config.currency)}
        value={values.chargeable_currencies}
        onChange={(codes) => set('chargeable_currencies', codes)}
      />
    </FormSection>
  )
}

type UnitSelectProps = { fields: Fields; name: 'weight_unit' | 'size_unit'; units: [string, string] }

function UnitSelect({ fields: { values, at, set }, name, units: [metric, imperial] }: UnitSelectProps) {
  const { t } = useTranslation('settings')
  return (
    <Select
      {...at(name)}
      {...HALF}
      label={t(`display.${name}`)}
      data={[
        { value: '10', label: metric },
        { value: '20', label: imperial },
      ]}
      value={String(values[name])}
      onChange={(code) => set(name, Number(code) as Unit)}
      allowDeselect={false}
    />
  )
}

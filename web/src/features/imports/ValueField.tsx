import { Select, TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import {
  useLookupCountries,
  useLookupCurrencies,
  useLookupServices,
} from '@/api/generated/endpoints/lookups/lookups'
import { useClientGroupSelect } from '@/api/generated/endpoints/parties/parties'
import type { Country, ImportField, ImportFieldInfo, LocaleText } from '@/api/schema'
import { isLanguage, LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import { DayField } from '@/ui/fields/DayField'
import { useFieldLabel } from './fields'

type ValueFieldProps = {
  field: ImportField
  info: ImportFieldInfo | undefined
  value: string
  onChange(value: string): void
  /** The column that fills the field where it is not empty. */
  column?: string
  /** Instead of the field's name. */
  label?: string
  error?: ReactNode
}

type Option = { value: string; label: string }

/** One value of a field, as a cell would have it: chosen from a list wherever there is one. */
export function ValueField({ field, info, value, onChange, column, label, error }: ValueFieldProps) {
  const { t } = useTranslation('imports')
  const nameOf = useFieldLabel()
  const options = useOptions(info)
  const shared = {
    label: label ?? nameOf(field),
    description: column && t('map.whereEmpty', { column }),
    error,
  }
  if (options) {
    const known = value === '' || options.some((option) => option.value === value)
    return (
      <Select
        {...shared}
        data={known ? options : [{ value, label: value }, ...options]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('map.clear', { field: shared.label }) }}
        nothingFoundMessage={t('nothingFound')}
      />
    )
  }
  if (info?.kind === 'date') return <DayField {...shared} value={value} onChange={onChange} />
  return (
    <TextInput
      {...shared}
      inputMode={info && ['number', 'weight', 'size'].includes(info.kind) ? 'decimal' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const isServed = (country: Country, field: string | undefined) =>
  field === 'from_country' ? country.ships_from : field !== 'to_country' || country.ships_to

const lasting = (enabled: boolean) => ({ query: { ...FOREVER.query, enabled } })

/** The list a field is chosen from; undefined where anything can be written. */
function useOptions(info: ImportFieldInfo | undefined): Option[] | undefined {
  const { t, i18n } = useTranslation('imports')
  const kind = info?.kind
  const countries = useLookupCountries(lasting(kind === 'country'))
  const currencies = useLookupCurrencies(lasting(kind === 'currency'))
  const services = useLookupServices(lasting(kind === 'service'))
  const groups = useClientGroupSelect({}, { query: { enabled: kind === 'group' } })
  return useMemo(() => {
    const name = (text: LocaleText) =>
      isLanguage(i18n.language) ? text[LOCALE_MAP_KEYS[i18n.language]] : text.en
    switch (kind) {
      case 'country':
        return byLabel(
          countries.data?.data
            // Goods may be made where the company does not go.
            .filter((one) => isServed(one, info?.field))
            .map(({ alpha2, name_locale }) => ({ value: alpha2, label: name(name_locale) })),
        )
      case 'currency':
        return (
          currencies.data?.data
            .filter(({ active }) => active)
            .map(({ code, name_locale }) => ({ value: code, label: `${code} · ${name(name_locale)}` })) ?? []
        )
      case 'service':
        return (
          services.data?.data.map(({ code, title_locale }) => ({ value: code, label: name(title_locale) })) ??
          []
        )
      case 'group':
        return groups.data?.data.map(({ label }) => ({ value: label, label })) ?? []
      case 'choice':
        return info?.choices.map((word) => ({ value: word, label: choiceLabel(info.field, word, t) }))
      default:
        return undefined
    }
  }, [kind, info, countries.data, currencies.data, services.data, groups.data, i18n.language, t])
}

const byLabel = (options: Option[] = []) => options.sort((a, b) => a.label.localeCompare(b.label))

const choiceLabel = (
  field: ImportField,
  word: string,
  t: ReturnType<typeof useTranslation<'imports'>>['t'],
) => {
  if (isLanguage(word)) return LANGUAGE_NAMES[word]
  const list = field.replace(/^(to|from|client)_/, '')
  return list === 'incoterm' ? word : t(`choice.${list}.${word}` as 'choice.non_delivery.return')
}

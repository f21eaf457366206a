import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import { localeText } from '@/ui/locale-text'

type ServicesChoiceProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value: string[]
  onChange(ids: string[]): void
}

/** Several of the company's services. */
export function ServicesChoice({ value, onChange, ...props }: ServicesChoiceProps) {
  const { i18n } = useTranslation()
  const { data } = useLookupServices()
  const options =
    data?.data.map(({ id, code, title_locale }) => ({
      value: id,
      label: `${code} · ${localeText(title_locale, i18n.language) || code}`,
    })) ?? []
  // One that is no longer offered stays where it was chosen.
  const missing = value.filter((id) => !options.some((option) => option.value === id))
  return (
    <MultiSelect
      {...props}
      data={[...options, ...missing.map((id) => ({ value: id, label: '…' }))]}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  )
}

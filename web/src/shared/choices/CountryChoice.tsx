import { MultiSelect, type MultiSelectProps, type SelectProps } from '@mantine/core'
import { useChoices } from '@/api/useChoices'
import { FirstSelect } from '@/ui/fields/FirstSelect'

type CountryChoiceProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: number | null
  onChange(id: number | null): void
}

/** Chooses one of the countries that the company serves, or none. */
export function CountryChoice({ value, onChange, ...props }: CountryChoiceProps) {
  const { data } = useChoices()
  return (
    <FirstSelect
      {...props}
      clearable
      data={data?.countries.map(({ id, label }) => ({ value: String(id), label })) ?? []}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

type CountriesChoiceProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value: number[]
  onChange(ids: number[]): void
}

/** Chooses any number of the countries that the company serves. */
export function CountriesChoice({ value, onChange, ...props }: CountriesChoiceProps) {
  const { data } = useChoices()
  return (
    <MultiSelect
      {...props}
      searchable
      clearable
      data={data?.countries.map(({ id, label }) => ({ value: String(id), label })) ?? []}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  )
}

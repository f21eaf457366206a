import type { SelectProps } from '@mantine/core'
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

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFormat } from '../format'
import { useSeparators } from './MeasureField'

type MoneyFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** A decimal text, '1234.50', as the API has it: money never becomes a floating number. */
  value: string | null
  onChange(value: string | null): void
  /** ISO 4217; the account's when absent. */
  currency?: string
}

export function MoneyField({ value, onChange, currency, ...props }: MoneyFieldProps) {
  const { preferences } = useFormat()
  const separators = useSeparators()
  return (
    <NumberInput
      {...props}
      {...separators}
      hideControls
      allowNegative={false}
      decimalScale={2}
      fixedDecimalScale
      valueIsNumericString
      inputMode="decimal"
      leftSection={<span>{currency ?? preferences.currency}</span>}
      leftSectionWidth={52}
      leftSectionPointerEvents="none"
      value={value ?? ''}
      onValueChange={({ value: text }, { source }) => {
        if (source === 'event') onChange(text === '' ? null : text)
      }}
    />
  )
}

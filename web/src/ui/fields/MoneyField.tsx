import { NumberInput, type NumberInputProps } from '@mantine/core'
import { decimalsOf, useFormat } from '../format'
import { useSeparators } from './MeasureField'

type MoneyFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** A decimal text, '1234.50', as the API has it: money never becomes a floating number. */
  value: string | null
  onChange(value: string | null): void
  /** ISO 4217; the account's when absent. */
  currency?: string
  /** A price of one unit can be finer than its currency. */
  decimals?: number
}

export function MoneyField({ value, onChange, currency, decimals, ...props }: MoneyFieldProps) {
  const { preferences } = useFormat()
  const separators = useSeparators()
  const ofCurrency = decimalsOf(currency ?? preferences.currency)
  return (
    <NumberInput
      {...props}
      {...separators}
      hideControls
      allowNegative={false}
      decimalScale={decimals ?? ofCurrency}
      fixedDecimalScale={decimals === undefined}
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

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useSeparators } from './MeasureField'

type DecimalFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** A decimal text, '0.5', as the API has it. */
  value: string | null
  onChange(value: string | null): void
  /** Stands at the end of the field: 'kg', '%'. */
  unit?: string
  decimals?: number
}

/** An exact number from 0. It never becomes a floating number. */
export function DecimalField({ value, onChange, unit, decimals = 6, ...props }: DecimalFieldProps) {
  const separators = useSeparators()
  return (
    <NumberInput
      {...props}
      {...separators}
      hideControls
      allowNegative={false}
      decimalScale={decimals}
      valueIsNumericString
      inputMode="decimal"
      {...(unit && {
        rightSection: <span>{unit}</span>,
        rightSectionWidth: 52,
        rightSectionPointerEvents: 'none',
      })}
      value={value ?? ''}
      onValueChange={({ value: text }, { source }) => {
        if (source === 'event') onChange(text === '' ? null : text)
      }}
    />
  )
}

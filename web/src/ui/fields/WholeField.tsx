import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useSeparators } from './MeasureField'

type WholeFieldProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null
  onChange(value: number | null): void
}

/** A whole number that is not negative; an empty field is null. */
export function WholeField({ value, onChange, ...props }: WholeFieldProps) {
  const separators = useSeparators()
  return (
    <NumberInput
      {...separators}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      hideControls
      allowNegative={false}
      allowDecimal={false}
      inputMode="numeric"
      {...props}
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  )
}

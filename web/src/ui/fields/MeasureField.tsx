import { NumberInput, type NumberInputProps } from '@mantine/core'
import { GRAMS_PER_POUND, MM_PER_INCH, type Unit, useFormat } from '../format'

/** `kept` is the number of decimals of the stored value. */
type Measure = { unit: string; perUnit: number; decimals: number; kept: number }

const WEIGHTS: Record<Unit, Measure> = {
  10: { unit: 'kg', perUnit: 1000, decimals: 3, kept: 0 },
  20: { unit: 'lb', perUnit: GRAMS_PER_POUND, decimals: 2, kept: 0 },
}

/** Small things weigh less than a gram, and many of them more. */
const NET_WEIGHTS: Record<Unit, Measure> = {
  10: { unit: 'kg', perUnit: 1000, decimals: 6, kept: 3 },
  20: { unit: 'lb', perUnit: GRAMS_PER_POUND, decimals: 5, kept: 3 },
}

const SIZES: Record<Unit, Measure> = {
  10: { unit: 'cm', perUnit: 10, decimals: 1, kept: 1 },
  20: { unit: 'in', perUnit: MM_PER_INCH, decimals: 2, kept: 1 },
}

type MeasureFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Grams, or millimetres with one decimal, as the API has it. */
  value: number | null
  onChange(value: number | null): void
}

/** Typed in kilograms or pounds as the account has it, kept as whole grams. */
export function WeightField(props: MeasureFieldProps) {
  const { preferences } = useFormat()
  return <MeasureField {...props} measure={WEIGHTS[preferences.weightUnit]} />
}

/** Typed as a weight, kept as grams with three decimals. */
export function NetWeightField(props: MeasureFieldProps) {
  const { preferences } = useFormat()
  return <MeasureField {...props} measure={NET_WEIGHTS[preferences.weightUnit]} />
}

/** Typed in centimetres or inches as the account has it, kept as millimetres with one decimal: 12 in is 304.8. */
export function SizeField(props: MeasureFieldProps) {
  const { preferences } = useFormat()
  return <MeasureField {...props} measure={SIZES[preferences.sizeUnit]} />
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

function MeasureField({ value, onChange, measure, ...props }: MeasureFieldProps & { measure: Measure }) {
  const separators = useSeparators()
  return (
    <NumberInput
      {...props}
      {...separators}
      hideControls
      min={0}
      allowNegative={false}
      decimalScale={measure.decimals}
      rightSection={<span>{measure.unit}</span>}
      rightSectionWidth={44}
      rightSectionPointerEvents="none"
      inputMode="decimal"
      value={value === null ? '' : round(value / measure.perUnit, measure.decimals)}
      onChange={(typed) =>
        onChange(typed === '' ? null : round(Number(typed) * measure.perUnit, measure.kept))
      }
    />
  )
}

/** The signs this person writes numbers with. */
export function useSeparators() {
  const { preferences } = useFormat()
  const parts = new Intl.NumberFormat(preferences.locale).formatToParts(12_345.6)
  const sign = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value
  return { decimalSeparator: sign('decimal') ?? '.', thousandSeparator: sign('group') ?? ',' }
}

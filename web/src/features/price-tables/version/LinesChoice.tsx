import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const LINES = ['base', 'fuel', 'surcharges', 'insurance'] as const

type LinesChoiceProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value: string[]
  onChange(lines: string[]): void
  /** Codes of the surcharges that can be named. */
  surcharges?: readonly string[]
  /** A line that cannot be named here. */
  without?: (typeof LINES)[number]
}

/** The lines of a price that a percentage is calculated on. */
export function LinesChoice({ value, onChange, surcharges = [], without, ...props }: LinesChoiceProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const codes = [...new Set([...surcharges, ...value.flatMap((line) => surchargeOf(line) ?? [])])]
  return (
    <MultiSelect
      {...props}
      data={[
        ...LINES.filter((line) => line !== without).map((line) => ({
          value: line,
          label: t(`lines.${line}`),
        })),
        ...codes.map((code) => ({ value: `surcharge:${code}`, label: grid('place.surcharge', { code }) })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

const surchargeOf = (line: string) => /^surcharge:(.+)$/.exec(line)?.[1]

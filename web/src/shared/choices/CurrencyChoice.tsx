import type { SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCurrencies } from '@/api/generated/endpoints/lookups/lookups'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { localeText } from '@/ui/locale-text'

type CurrencyChoiceProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** ISO 4217. */
  value: string | null
  onChange(code: string | null): void
  /** Offered besides the currencies. */
  also?: { value: string; label: string }[]
}

/** The currencies that the company uses, to choose from, those in which it bills first; also chosen ones that it no longer uses. All without `chosen`. */
export function useCurrencies(chosen?: string[]) {
  const { i18n } = useTranslation()
  const { data } = useLookupCurrencies(FOREVER)
  const offered = data?.data.filter(({ active, code }) => !chosen || active || chosen.includes(code)) ?? []
  const place = (position: number | null) => position ?? Number.POSITIVE_INFINITY
  const inOrder = offered.toSorted((a, b) => {
    const [first, second] = [place(a.billing_position), place(b.billing_position)]
    return first === second ? 0 : first - second
  })
  return inOrder.map(({ code, name_locale }) => ({
    value: code,
    label: `${code} · ${localeText(name_locale, i18n.language)}`,
  }))
}

/** Chooses one of the currencies that the company uses. */
export function CurrencyChoice({ value, onChange, also = [], ...props }: CurrencyChoiceProps) {
  const currencies = useCurrencies(value === null ? [] : [value])
  return (
    <FirstSelect
      allowDeselect={false}
      {...props}
      data={[...currencies, ...also]}
      value={value}
      onChange={onChange}
    />
  )
}

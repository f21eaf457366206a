import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCurrencies } from '@/api/generated/endpoints/lookups/lookups'
import { getBankListQueryOptions } from '@/api/generated/endpoints/parties/parties'
import type { Bank } from '@/api/schema'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'
import { localeText } from '@/ui/locale-text'
import type { ChoiceProps } from './RemoteChoice'

/** Chooses one of the company's active banks. */
export function BankChoice({ value, name, onChange, ...props }: ChoiceProps) {
  return (
    <RemoteSelect
      {...props}
      value={value ? { id: value, label: name ?? '…' } : null}
      onChange={(option) => onChange(option?.id ?? null, option?.label ?? null)}
      options={(search) => ({
        ...getBankListQueryOptions({ active: true, per_page: 25, ...(search && { search }) }),
        select: ({ data }: { data: Bank[] }) =>
          data.map(({ id, code, name }) => ({ id, label: name, hint: code })),
      })}
    />
  )
}

type CurrencyChoiceProps = {
  label: string
  value: string | null
  onChange(code: string | null): void
  placeholder?: string
  clearable?: boolean
  error?: ReactNode
  withAsterisk?: boolean
  'data-path'?: string
  'data-width'?: string
}

/** Chooses a currency that the company works with; another one stays where it was chosen. */
export function CurrencyChoice({ value, onChange, ...props }: CurrencyChoiceProps) {
  const { i18n } = useTranslation()
  const { data } = useLookupCurrencies(FOREVER)
  const known = data?.data.filter(({ active, code }) => active || code === value) ?? []
  return (
    <Select
      {...props}
      searchable
      value={value}
      data={known.map(({ code, name_locale }) => ({
        value: code,
        label: `${code} · ${localeText(name_locale, i18n.language)}`,
      }))}
      onChange={onChange}
    />
  )
}

import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import { localeText } from '@/ui/locale-text'

type ServiceChoiceProps = {
  label: string
  value: string | null
  onChange(id: string | null): void
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
  'data-path'?: string
  'data-width'?: string
}

/** Chooses one of the company's active services: there are few. Another one stays where it was chosen. */
export function ServiceChoice({ value, onChange, ...props }: ServiceChoiceProps) {
  const { i18n } = useTranslation()
  const { data } = useLookupServices()
  const options = data?.data.map(({ id, code, title_locale }) => ({
    value: id,
    label: localeText(title_locale, i18n.language) || code,
  }))
  const isMissing = value !== null && options !== undefined && !options.some((one) => one.value === value)
  return (
    <Select
      {...props}
      searchable
      clearable={!props.withAsterisk}
      allowDeselect={!props.withAsterisk}
      value={value}
      data={isMissing ? [{ value, label: '…' }, ...options] : (options ?? [])}
      onChange={onChange}
    />
  )
}

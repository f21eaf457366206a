import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'

type SubsidiarySelectProps = {
  value: string | null
  onChange(id: string | null): void
  /** Title of the one that was chosen before, which may be closed by now. */
  title?: string | null
  error?: ReactNode
  disabled?: boolean
}

/** Whose work these shipments are. */
export function SubsidiarySelect({ value, title, onChange, error, disabled }: SubsidiarySelectProps) {
  const { t } = useTranslation('imports')
  const { data } = useSubsidiarySelect()
  const options = data?.data.map(({ id, label }) => ({ value: id, label })) ?? []
  const isMissing = value !== null && !options.some((option) => option.value === value)
  return (
    <Select
      label={t('subsidiary')}
      data={isMissing ? [{ value, label: title ?? '…' }, ...options] : options}
      value={value}
      onChange={onChange}
      searchable
      clearable
      error={error}
      disabled={disabled}
    />
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getClientSelectQueryOptions, useClientSelect } from '@/api/generated/endpoints/parties/parties'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'

type ClientSelectProps = {
  value: string | null
  onChange(id: string | null): void
  /** Name of the client that was chosen before. */
  name?: string | null
  error?: ReactNode
  disabled?: boolean
}

/** Whose shipments these are; nobody chosen: the company's own. */
export function ClientSelect({ value, name, onChange, error, disabled }: ClientSelectProps) {
  const { t } = useTranslation('imports')
  const { data } = useClientSelect()
  const label = data?.data.find(({ id }) => id === value)?.label ?? name
  return (
    <RemoteSelect
      label={t('client')}
      placeholder={t('ownCompany')}
      value={value ? { id: value, label: label ?? '' } : null}
      onChange={(option) => onChange(option?.id ?? null)}
      options={(search) =>
        getClientSelectQueryOptions(search ? { search } : undefined, {
          query: { select: ({ data }) => data },
        })
      }
      error={error}
      disabled={disabled}
    />
  )
}

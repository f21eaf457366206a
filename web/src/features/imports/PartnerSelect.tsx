import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getPartnerSelectQueryOptions, usePartnerSelect } from '@/api/generated/endpoints/partners/partners'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'

type PartnerSelectProps = {
  value: string | null
  onChange(id: string | null): void
  /** Name of the partner that was chosen before. */
  name?: string | null
  error?: ReactNode
  disabled?: boolean
}

/** The agent or reseller whose shipments these are. */
export function PartnerSelect({ value, name, onChange, error, disabled }: PartnerSelectProps) {
  const { t } = useTranslation('imports')
  const { data } = usePartnerSelect()
  const label = data?.data.find(({ id }) => id === value)?.label ?? name
  return (
    <RemoteSelect
      label={t('partner')}
      value={value ? { id: value, label: label ?? '' } : null}
      onChange={(option) => onChange(option?.id ?? null)}
      options={(search) =>
        getPartnerSelectQueryOptions(search ? { search } : undefined, {
          query: { select: ({ data }) => data },
        })
      }
      error={error}
      disabled={disabled}
    />
  )
}

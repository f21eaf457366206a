import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBagList } from '@/api/generated/endpoints/consolidation/consolidation'
import { useFormat } from '@/ui/format'

type BagsFieldProps = {
  label: string
  description: string
  value: string[]
  onChange(ids: string[]): void
  error?: ReactNode
  'data-path'?: string
}

/** Chooses among the bags that are packed or sealed. */
export function BagsField({ value, onChange, ...props }: BagsFieldProps) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const closed = useBagList({ stage: 'closed', per_page: 100 })
  const open = useBagList({ stage: 'open', per_page: 100 })
  const bags = [...(closed.data?.data ?? []), ...(open.data?.data ?? [])]
  const known = bags.map(({ id, number, destination_airport, parcel_count }) => ({
    value: id,
    label: `${number} · ${destination_airport} · ${t('parcels', { count: parcel_count, number: format.number(parcel_count) })}`,
  }))
  // One that has gone on stays where it was chosen.
  const missing = value.filter((id) => !known.some((bag) => bag.value === id))
  return (
    <MultiSelect
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...known, ...missing.map((id) => ({ value: id, label: '…' }))]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      maxValues={500}
    />
  )
}

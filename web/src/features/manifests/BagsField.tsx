import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBagsToLoad } from '@/shared/bags/useBagsToLoad'
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
  const { bags } = useBagsToLoad()
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

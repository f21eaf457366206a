import { Select } from '@mantine/core'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'

type WarehouseFilterProps = {
  label: string
  value: string | undefined
  onChange(id: string | undefined): void
}

/** Narrows a list to one warehouse. */
export function WarehouseFilter({ label, value, onChange }: WarehouseFilterProps) {
  const warehouses = useWarehouseSelect()
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      value={value ?? null}
      data={warehouses.data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

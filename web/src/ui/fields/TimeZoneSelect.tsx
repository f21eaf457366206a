import { Select, type SelectProps } from '@mantine/core'
import type { TimeZone } from '@/api/schema'

type TimeZoneSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  zones: TimeZone[]
  value: string
  onChange(zone: string): void
}

export const findZone = (zones: TimeZone[], zone: string) =>
  zones.find(({ name, aliases }) => name === zone || aliases.includes(zone))

export function TimeZoneSelect({ zones, value, onChange, ...props }: TimeZoneSelectProps) {
  const known = findZone(zones, value)
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      data={[
        // UTC, or a name older than the list, stands for itself.
        ...(known ? [] : [{ value, label: value }]),
        ...zones.map(({ name, description }) => ({ value: name, label: description })),
      ]}
      value={known?.name ?? value}
      onChange={(zone) => onChange(zone ?? value)}
    />
  )
}

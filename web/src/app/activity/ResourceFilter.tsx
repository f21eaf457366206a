import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { resourceName } from '@/app/activity/names'

type ResourceFilterProps = {
  label: string
  value: string | undefined
  onChange(resource: string | undefined): void
}

/** Filter by the resource of an entry. */
export function ResourceFilter({ label, value, onChange }: ResourceFilterProps) {
  const { i18n } = useTranslation()
  const known = Object.keys(i18n.getResource(i18n.language, 'shell', 'resource') ?? {})
  const data = known
    .map((resource) => ({ value: resource, label: resourceName(i18n, resource) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <Select
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      data={data}
      value={value ?? null}
      onChange={(resource) => onChange(resource ?? undefined)}
    />
  )
}

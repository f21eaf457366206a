import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { resourceName } from './names'

type ResourceFilterProps = {
  label: string
  value: string | undefined
  onChange(resource: string | undefined): void
  /** With it, the label stands above the field. */
  placeholder?: string
  /** False inside a popover, which would take a click on an option for one outside. */
  withinPortal?: boolean
}

/** Filter by the resource of an entry. */
export function ResourceFilter(props: ResourceFilterProps) {
  const { label, value, onChange, placeholder, withinPortal = true } = props
  const { i18n } = useTranslation('activity')
  const known = Object.keys(i18n.getResource(i18n.language, 'activity', 'resource') ?? {})
  const data = known
    .map((resource) => ({ value: resource, label: resourceName(i18n, resource) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <Select
      {...(placeholder ? { label, placeholder } : { 'aria-label': label, placeholder: label })}
      comboboxProps={{ withinPortal }}
      searchable
      clearable
      data={data}
      value={value ?? null}
      onChange={(resource) => onChange(resource ?? undefined)}
    />
  )
}

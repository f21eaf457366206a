import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import {
  getClientGroupSelectQueryOptions,
  getClientSelectQueryOptions,
} from '@/api/generated/endpoints/parties/parties'
import { getPartnerSelectQueryOptions } from '@/api/generated/endpoints/partners/partners'
import { getProviderSelectQueryOptions } from '@/api/generated/endpoints/providers/providers'
import { getServiceGroupSelectQueryOptions } from '@/api/generated/endpoints/services/services'
import { useSubsidiarySelect } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { type ChoiceProps, RemoteChoice } from '@/blocks/RemoteChoice'
import { localeText } from '@/ui/locale-text'

export const ClientChoice = (props: ChoiceProps) => (
  <RemoteChoice {...props} select={(params) => getClientSelectQueryOptions(params)} />
)

export const ClientGroupChoice = (props: ChoiceProps) => (
  <RemoteChoice {...props} select={(params) => getClientGroupSelectQueryOptions(params)} />
)

export const PartnerChoice = (props: ChoiceProps) => (
  <RemoteChoice {...props} select={(params) => getPartnerSelectQueryOptions(params)} />
)

export const ProviderChoice = (props: ChoiceProps) => (
  <RemoteChoice {...props} select={(params) => getProviderSelectQueryOptions(params)} />
)

export const ServiceGroupChoice = (props: ChoiceProps) => (
  <RemoteChoice {...props} select={(params) => getServiceGroupSelectQueryOptions(params)} />
)

/** A company has few subsidiaries: all of them come at once. */
export function SubsidiaryChoice({
  value = null,
  name,
  onChange,
  withinPortal = true,
  ...props
}: ChoiceProps) {
  const { data } = useSubsidiarySelect()
  const options = data?.data.map(({ id, label }) => ({ value: id, label })) ?? []
  // A closed one stays where it was chosen.
  const isMissing = value !== null && !options.some((option) => option.value === value)
  return (
    <Select
      {...props}
      data={isMissing ? [{ value, label: name ?? '…' }, ...options] : options}
      value={value}
      onChange={(id, option) => onChange(id, option?.label ?? null)}
      comboboxProps={{ withinPortal }}
      searchable
      clearable
    />
  )
}

type ServiceChoiceProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null
  onChange(id: string | null): void
}

/** A company has few services: all that are offered come at once. */
export function ServiceChoice({ value, onChange, ...props }: ServiceChoiceProps) {
  const { i18n } = useTranslation()
  const { data } = useLookupServices()
  const options =
    data?.data.map(({ id, code, title_locale }) => ({
      value: id,
      label: `${code} · ${localeText(title_locale, i18n.language) || code}`,
    })) ?? []
  // One that is no longer offered stays where it was chosen.
  const isMissing = value !== null && !options.some((option) => option.value === value)
  return (
    <Select
      {...props}
      data={isMissing ? [{ value, label: '…' }, ...options] : options}
      value={value}
      onChange={onChange}
      searchable
      clearable={!props.withAsterisk}
      allowDeselect={!props.withAsterisk}
    />
  )
}

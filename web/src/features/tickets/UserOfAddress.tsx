import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSupportAddressUsers } from '@/api/generated/endpoints/support/support'
import type { Option } from '@/ui/fields/RemoteSelect'
import type { Picked } from './AddressPicker'

type UserOfAddressProps = { picked: Picked; onChange(option: Option | null): void }

/** Everybody of a client, partner, subsidiary or department, or one of its users. */
export function UserOfAddress({ picked, onChange }: UserOfAddressProps) {
  const { t } = useTranslation('tickets')
  const { data } = useSupportAddressUsers({ id: picked.id, address_type: picked.address_type })
  const users = data?.data ?? []
  return (
    <Select
      aria-label={t('usersOf', { name: picked.label })}
      value={picked.option?.id ?? ''}
      allowDeselect={false}
      searchable={users.length > 8}
      data={[{ value: '', label: t('everybody') }, ...users.map(({ id, label }) => ({ value: id, label }))]}
      onChange={(id) => onChange(users.find((user) => user.id === id) ?? null)}
    />
  )
}

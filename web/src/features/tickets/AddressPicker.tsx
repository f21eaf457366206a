import { ActionIcon, Badge, Group, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { getSupportAddressSearchQueryOptions } from '@/api/generated/endpoints/support/support'
import type { AddressOption, AddressType } from '@/api/schema'
import { useProfile } from '@/context/session'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import { localeText } from '@/ui/locale-text'
import { UserOfAddress } from './UserOfAddress'

/** A recipient that was chosen: all of it, or one of its users. */
export type Picked = { address_type: AddressType; id: string; label: string; option: Option | null }

type AddressPickerProps = {
  label: string
  description?: string
  picked: Picked[]
  onChange(picked: Picked[]): void
}

type Found = Option & { address_type: AddressType }

/** Chooses recipients of all kinds; for each but a user, all of its people or one of them. */
export function AddressPicker({ label, description, picked, onChange }: AddressPickerProps) {
  const { t, i18n } = useTranslation('tickets')
  const { is_outside } = useProfile()
  const optionOf = (found: AddressOption): Found => ({
    id: found.id,
    address_type: found.address_type,
    label: found.label ?? localeText(found.title_locale, i18n.language) ?? '',
    hint: [t(`type.${found.address_type}`), found.code].filter(Boolean).join(' · '),
  })
  const add = (option: Option | null) => {
    if (!option || picked.some(({ id }) => id === option.id)) return
    const { id, label: name, address_type } = option as Found
    onChange([...picked, { id, label: name, address_type, option: null }])
  }
  const change = (at: number, next: Picked | undefined) =>
    onChange(picked.flatMap((one, index) => (index !== at ? [one] : next ? [next] : [])))
  return (
    <Stack gap="xs">
      <RemoteSelect
        label={label}
        description={description}
        placeholder={t(is_outside ? 'colleague' : 'recipientPlaceholder')}
        value={null}
        onChange={add}
        options={(search) => ({
          ...getSupportAddressSearchQueryOptions({ search: search || null, address_type: null, id: null }),
          select: ({ data }: { data: AddressOption[] }) => data.map(optionOf),
        })}
      />
      {picked.map((one, at) => (
        <Group key={one.id} gap="xs" wrap="nowrap" align="center">
          <Badge variant="light" color="gray" radius="sm" tt="none">
            {t(`type.${one.address_type}`)}
          </Badge>
          <span style={{ flex: 1, minWidth: 0 }}>{one.label}</span>
          {!is_outside && one.address_type !== 'user' && (
            <UserOfAddress picked={one} onChange={(option) => change(at, { ...one, option })} />
          )}
          <ActionIcon
            aria-label={t('removeRecipient', { name: one.label })}
            onClick={() => change(at, undefined)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

/** As the calls take them. */
export const recipientsOf = (picked: Picked[]) =>
  picked.map(({ address_type, id, option }) => ({ address_type, id, option: option?.id ?? null }))

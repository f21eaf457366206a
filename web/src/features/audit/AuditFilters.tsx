import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getUserListQueryOptions, useUserShow } from '@/api/generated/endpoints/users/users'
import { useProfile } from '@/context/session'
import { verbName } from '@/shared/activity/names'
import { ResourceFilter } from '@/shared/activity/ResourceFilter'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import type { AuditListState } from './list'

type Props = { list: AuditListState }

/** Filters by resource, action, user and impersonated user. */
export function AuditFilters({ list }: Props) {
  const { t } = useTranslation('audit')
  const { menu } = useProfile()
  const { resource, action, user_id, on_behalf_of_id } = list.values
  return (
    <MoreFilters count={[resource, action, user_id, on_behalf_of_id].filter(Boolean).length}>
      <VerbFilter list={list} />
      <ResourceFilter
        label={t('resource')}
        placeholder={t('any')}
        withinPortal={false}
        value={resource}
        onChange={(chosen) => list.setFilters({ resource: chosen, action: action?.split('.').at(-1) })}
      />
      {menu.users && (
        <>
          <UserFilter label={t('user')} id={user_id} onChange={(user_id) => list.setFilters({ user_id })} />
          <UserFilter
            label={t('onBehalfOf')}
            id={on_behalf_of_id}
            onChange={(on_behalf_of_id) => list.setFilters({ on_behalf_of_id })}
          />
        </>
      )}
    </MoreFilters>
  )
}

function VerbFilter({ list }: Props) {
  const { t, i18n } = useTranslation('audit')
  const known = Object.keys(i18n.getResource(i18n.language, 'activity', 'verb') ?? {})
  const data = known
    .map((verb) => ({ value: verb, label: verbName(i18n, verb) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <Select
      label={t('action')}
      placeholder={t('any')}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      data={data}
      // A link may ask for 'shipment.update'.
      value={list.values.action?.split('.').at(-1) ?? null}
      onChange={(verb) => list.setFilters({ action: verb ?? undefined })}
    />
  )
}

type UserFilterProps = { label: string; id: string | undefined; onChange(id: string | undefined): void }

function UserFilter({ label, id, onChange }: UserFilterProps) {
  const { t } = useTranslation('audit')
  const { data } = useUserShow(id ?? '', { query: { enabled: id !== undefined }, request: { quiet: true } })
  return (
    <RemoteSelect
      label={label}
      placeholder={t('any')}
      withinPortal={false}
      value={id ? { id, label: data?.data.name ?? '…' } : null}
      onChange={(user) => onChange(user?.id)}
      options={(search) =>
        getUserListQueryOptions(search ? { search } : undefined, {
          query: {
            select: ({ data }) =>
              data.map(({ id, name, email }) => ({ id, label: name, hint: email })) as never,
          },
        })
      }
    />
  )
}

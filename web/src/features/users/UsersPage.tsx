import { Button, Select } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getClientSelectQueryOptions, useClientSelect } from '@/api/generated/endpoints/parties/parties'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { useUserList } from '@/api/generated/endpoints/users/users'
import { useListMemory } from '@/api/list-memory'
import { userTypeCodeValues } from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { SavedViews } from '@/ui/filters/SavedViews'
import { ResourcePage } from '@/ui/ResourcePage'
import { DataTable } from '@/ui/table/DataTable'
import { isYes } from '@/ui/table/list-spec'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { userColumns } from './columns'
import { userList } from './list'
import { useUserActions } from './useUserActions'

type UserListState = ListState<typeof userList.defaults>

export function UsersPage() {
  const { t } = useTranslation('users')
  const list = useListParams(userList)
  const { choice, views } = useListMemory(list)
  const { active, ...query } = list.query
  const users = useUserList(
    { ...query, active: isYes(active) },
    { query: { placeholderData: keepPreviousData } },
  )
  const columns = useMemo(() => userColumns(t), [t])
  const menu = useUserActions()
  return (
    <ResourcePage title={t('title')} action={<Invite />}>
      <FilterTabs
        label={t('field.user_type')}
        value={list.values.user_type}
        options={[
          { value: undefined, label: t('all') },
          ...userTypeCodeValues.map((value) => ({ value, label: t(`type.${value}`) })),
        ]}
        onChange={(user_type) => list.setFilters({ user_type })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
        <Filters list={list} />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={users}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(user) => user.name}
        rowTo={(user) => paths['users.show']({ id: user.id })}
        menu={menu}
        empty={{ icon: IconUsers, title: t('empty'), action: <Invite /> }}
      />
    </ResourcePage>
  )
}

function Invite() {
  const { t } = useTranslation('users')
  const { can } = useProfile()
  return (
    can['user.create'] && (
      <Button
        component={AppLink}
        to={paths['users.create']()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    )
  )
}

function Filters({ list }: { list: UserListState }) {
  const { can, menu } = useProfile()
  const { active, client_id, profile_id } = list.values
  return (
    <MoreFilters count={[active, client_id, profile_id].filter(Boolean).length}>
      <StateFilter list={list} />
      {can['client.select'] && <ClientFilter list={list} />}
      {menu.profiles && <ProfileFilter list={list} />}
    </MoreFilters>
  )
}

function ProfileFilter({ list }: { list: UserListState }) {
  const { t } = useTranslation('users')
  const { data } = useUserProfileSelect()
  return (
    <Select
      label={t('field.profile')}
      placeholder={t('any')}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      value={list.values.profile_id ?? null}
      data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(id) => list.setFilters({ profile_id: id ?? undefined })}
    />
  )
}

function StateFilter({ list }: { list: UserListState }) {
  const { t } = useTranslation('users')
  return (
    <Select
      label={t('field.state')}
      placeholder={t('any')}
      comboboxProps={{ withinPortal: false }}
      clearable
      value={list.values.active ?? null}
      data={[
        { value: 'true', label: t('state.active') },
        { value: 'false', label: t('state.inactive') },
      ]}
      onChange={(value) =>
        list.setFilters({ active: value === 'true' || value === 'false' ? value : undefined })
      }
    />
  )
}

function ClientFilter({ list }: { list: UserListState }) {
  const { t } = useTranslation('users')
  const id = list.values.client_id
  const { data } = useClientSelect()
  const name = data?.data.find((client) => client.id === id)?.label
  return (
    <RemoteSelect
      label={t('field.client')}
      placeholder={t('any')}
      withinPortal={false}
      value={id ? { id, label: name ?? '…' } : null}
      onChange={(client) => list.setFilters({ client_id: client?.id })}
      options={(search) =>
        getClientSelectQueryOptions(search ? { search } : undefined, {
          query: { select: ({ data }) => data as never },
        })
      }
    />
  )
}

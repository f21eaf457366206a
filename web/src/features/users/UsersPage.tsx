import { Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserProfileSelect } from '@/api/generated/endpoints/permissions/permissions'
import { userList as loadUsers, useUserList } from '@/api/generated/endpoints/users/users'
import { PAGED } from '@/api/record-query'
import { ActiveFilter, userTypeCodeValues } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice, PartnerChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { userColumns } from './columns'
import { userList } from './list'
import { useUserActions } from './useUserActions'

type UserListState = ListState<typeof userList.defaults>

export function UsersPage() {
  const { t } = useTranslation('users')
  const { can } = useProfile()
  const list = useListParams(userList)
  const columns = useMemo(() => userColumns(t), [t])
  return (
    <RecordList
      title={t('title')}
      action={<CreateLink to={paths['users.create']()} label={t('create')} allowed={can['user.create']} />}
      tabs={
        <FilterTabs
          label={t('field.user_type')}
          value={list.values.user_type}
          options={[
            { value: undefined, label: t('all') },
            ...userTypeCodeValues.map((value) => ({ value, label: t(`types.${value}`) })),
          ]}
          onChange={(user_type) => list.setFilters({ user_type })}
        />
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadUsers({ ...list.query, ...page }, options)}
      result={useUserList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={({ id }) => paths['users.show']({ id })}
      menu={useUserActions()}
      empty={{ icon: IconUsers, title: t('empty') }}
    />
  )
}

function Filters({ list }: { list: UserListState }) {
  const { t } = useTranslation('users')
  const { can, menu } = useProfile()
  const { active, client_id, profile_id, partner_id, subsidiary_id } = list.values
  const set = [active, client_id, profile_id, partner_id, subsidiary_id].filter((it) => it !== undefined)
  return (
    <MoreFilters count={set.length}>
      <StateFilter list={list} />
      {can['client.select'] && (
        <ClientChoice
          label={t('field.client')}
          placeholder={t('any')}
          withinPortal={false}
          value={client_id}
          onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
        />
      )}
      {can['partner.select'] && (
        <PartnerChoice
          label={t('field.partner')}
          placeholder={t('any')}
          withinPortal={false}
          value={partner_id}
          onChange={(id) => list.setFilters({ partner_id: id ?? undefined })}
        />
      )}
      {can['subsidiary.select'] && (
        <SubsidiaryChoice
          label={t('field.subsidiary')}
          placeholder={t('any')}
          withinPortal={false}
          value={subsidiary_id}
          onChange={(id) => list.setFilters({ subsidiary_id: id ?? undefined })}
        />
      )}
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
      searchable
      clearable
      value={list.values.active === undefined ? null : String(list.values.active)}
      data={[
        { value: String(ActiveFilter.Active), label: t('state.active') },
        { value: String(ActiveFilter.Inactive), label: t('state.inactive') },
      ]}
      onChange={(value) =>
        list.setFilters({ active: value === null ? undefined : (Number(value) as ActiveFilter) })
      }
    />
  )
}

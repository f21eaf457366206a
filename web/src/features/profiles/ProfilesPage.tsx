import { Button } from '@mantine/core'
import { IconArrowsDiff, IconCopy, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserProfileList } from '@/api/generated/endpoints/permissions/permissions'
import { useListMemory } from '@/api/list-memory'
import type { UserProfileSummary } from '@/api/schema'
import { paths } from '@/app/paths'
import { AppLink } from '@/ui/AppLink'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { SavedViews } from '@/ui/filters/SavedViews'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import type { MenuEntry } from '@/ui/table/columns'
import { DataTable } from '@/ui/table/DataTable'
import { useListParams } from '@/ui/table/useListParams'
import { profileColumns } from './columns'
import { KINDS } from './kinds'
import { profileList } from './list'
import { useDelete } from './useDelete'

/** What the company's people may do, profile by profile. */
export function ProfilesPage() {
  const { t } = useTranslation('profiles')
  const format = useFormat()
  const list = useListParams(profileList)
  const { choice, views } = useListMemory(list)
  const profiles = useUserProfileList(list.query, { query: { placeholderData: keepPreviousData } })
  const columns = useMemo(() => profileColumns(t, format), [t, format])
  const menu = useMenu()
  const kinds = KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))
  return (
    <ResourcePage title={t('title')} text={t('text')} action={<Ways />}>
      <FilterTabs
        label={t('filter.kind')}
        value={list.values.kind}
        options={[{ value: undefined, label: t('all') }, ...kinds]}
        onChange={(kind) => list.setFilters({ kind })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={profiles}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(profile) => profile.name}
        rowTo={(profile) => paths['profiles.edit']({ id: profile.id })}
        menu={menu}
        empty={{ icon: IconCopy, title: t('empty'), text: t('emptyText'), action: <Ways /> }}
      />
    </ResourcePage>
  )
}

function Ways() {
  const { t } = useTranslation('profiles')
  return (
    <>
      <Button
        component={AppLink}
        to={paths['profiles.compare']()}
        variant="default"
        leftSection={<IconArrowsDiff size={16} aria-hidden />}
      >
        {t('compare')}
      </Button>
      <Button
        component={AppLink}
        to={paths['profiles.create']()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    </>
  )
}

function useMenu() {
  const { t } = useTranslation('profiles')
  const navigate = useNavigate()
  const remove = useDelete()
  return (profile: UserProfileSummary): MenuEntry[] => [
    { label: t('menu.open'), icon: IconEye, to: paths['profiles.edit']({ id: profile.id }) },
    {
      label: t('menu.copy'),
      icon: IconCopy,
      run: () => void navigate({ to: '/profiles/new', search: { from: profile.id } }),
    },
    {
      label: t('menu.compare'),
      icon: IconArrowsDiff,
      run: () => void navigate({ to: '/profiles/compare', search: { left: profile.id } }),
    },
    'divider',
    {
      label: t('menu.delete'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(profile),
      refused: profile.can.delete ? undefined : t('refused.inUse', { count: profile.bearer_count }),
    },
  ]
}

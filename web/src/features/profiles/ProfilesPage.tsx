import { Button } from '@mantine/core'
import { IconArrowsDiff, IconCopy, IconEye, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { userProfileList, useUserProfileList } from '@/api/generated/endpoints/permissions/permissions'
import { PAGED } from '@/api/record-query'
import type { UserProfileSummary } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import type { MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { profileColumns } from './columns'
import { KINDS } from './kinds'
import { profileList } from './list'
import { useDelete } from './useDelete'

/** The profiles of the company. */
export function ProfilesPage() {
  const { t } = useTranslation('profiles')
  const { t: common } = useTranslation()
  const format = useFormat()
  const list = useListParams(profileList)
  const columns = useMemo(() => profileColumns(t, common, format), [t, common, format])
  const kinds = KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Ways />}
      tabs={
        <FilterTabs
          label={t('filter.kind')}
          value={list.values.kind}
          options={[{ value: undefined, label: t('all') }, ...kinds]}
          onChange={(kind) => list.setFilters({ kind })}
        />
      }
      search={t('search')}
      list={list}
      load={(page, options) => userProfileList({ ...list.query, ...page }, options)}
      result={useUserProfileList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={({ id }) => paths['profiles.edit']({ id })}
      menu={useMenu()}
      empty={{ icon: IconCopy, title: t('empty'), text: t('emptyText'), action: <Create /> }}
    />
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
      <Create />
    </>
  )
}

function Create() {
  const { t } = useTranslation('profiles')
  return <CreateLink to={paths['profiles.create']()} label={t('create')} allowed />
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

import { Button } from '@mantine/core'
import { IconLock, IconLockOpen, IconMapPin, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubsidiaryList } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { useListMemory } from '@/api/list-memory'
import type { Subsidiary } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { SavedViews } from '@/ui/filters/SavedViews'
import { useFormat } from '@/ui/format'
import { ResourcePage } from '@/ui/ResourcePage'
import type { MenuEntry } from '@/ui/table/columns'
import { DataTable } from '@/ui/table/DataTable'
import { isYes } from '@/ui/table/list-spec'
import { useListParams } from '@/ui/table/useListParams'
import { subsidiaryColumns } from './columns'
import { subsidiaryList } from './list'
import { useSwitch } from './useSwitch'

/** The company's own branches. */
export function SubsidiariesPage() {
  const { t } = useTranslation('subsidiaries')
  const format = useFormat()
  const country = useCountryName()
  const list = useListParams(subsidiaryList)
  const { choice, views } = useListMemory(list)
  const { active, ...query } = list.query
  const subsidiaries = useOnceCountriesAreNamed(
    useSubsidiaryList({ ...query, active: isYes(active) }, { query: { placeholderData: keepPreviousData } }),
  )
  const columns = useMemo(() => subsidiaryColumns(t, format, country), [t, format, country])
  const menu = useMenu()
  return (
    <ResourcePage title={t('title')} text={t('text')} action={<Create />}>
      <FilterTabs
        label={t('field.state')}
        value={list.values.active}
        options={[
          { value: undefined, label: t('all') },
          { value: 'true', label: t('state.open') },
          { value: 'false', label: t('state.closed') },
        ]}
        onChange={(value) => list.setFilters({ active: value })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={subsidiaries}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(subsidiary) => subsidiary.title}
        rowTo={(subsidiary) => paths['subsidiaries.edit']({ id: subsidiary.id })}
        menu={menu}
        empty={{ icon: IconMapPin, title: t('empty'), text: t('emptyText'), action: <Create /> }}
      />
    </ResourcePage>
  )
}

function Create() {
  const { t } = useTranslation('subsidiaries')
  const { can } = useProfile()
  return (
    can['subsidiary.create'] && (
      <Button
        component={AppLink}
        to={paths['subsidiaries.create']()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    )
  )
}

function useMenu() {
  const { t } = useTranslation(['subsidiaries', 'codes'])
  const change = useSwitch()
  return (subsidiary: Subsidiary): MenuEntry[] => {
    const { active, can } = subsidiary
    return [
      { label: t('menu.open'), icon: IconPencil, to: paths['subsidiaries.edit']({ id: subsidiary.id }) },
      'divider',
      {
        label: active ? t('close.action') : t('reopen.action'),
        icon: active ? IconLock : IconLockOpen,
        danger: active,
        run: () => void change(subsidiary),
        refused: can.activate || can.deactivate ? undefined : t('codes:forbidden'),
      },
    ]
  }
}

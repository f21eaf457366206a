import { Button, Select } from '@mantine/core'
import { IconBox, IconCircleCheck, IconCircleOff, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePackageList } from '@/api/generated/endpoints/packages/packages'
import { useListMemory } from '@/api/list-memory'
import { type Package, packageTypeValues } from '@/api/schema'
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
import { packageColumns } from './columns'
import { packageList } from './list'
import { useOffer } from './useOffer'

/** The packaging that the company offers. */
export function PackagesPage() {
  const { t, i18n } = useTranslation('packages')
  const format = useFormat()
  const list = useListParams(packageList)
  const { choice, views } = useListMemory(list)
  const { active, ...query } = list.query
  const packages = usePackageList(
    { ...query, active: isYes(active) },
    { query: { placeholderData: keepPreviousData } },
  )
  const columns = useMemo(() => packageColumns(t, i18n, format), [t, i18n, format])
  const menu = useMenu()
  return (
    <ResourcePage title={t('title')} text={t('text')} action={<Create />}>
      <FilterTabs
        label={t('field.state')}
        value={list.values.active}
        options={[
          { value: undefined, label: t('all') },
          { value: 'true', label: t('state.active') },
          { value: 'false', label: t('state.inactive') },
        ]}
        onChange={(active) => list.setFilters({ active })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
        <Select
          aria-label={t('field.package_type')}
          placeholder={t('field.package_type')}
          clearable
          value={list.values.package_type ?? null}
          data={packageTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => list.setFilters({ package_type: value ?? undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={packages}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(one) => one.code}
        rowTo={(one) => paths['packages.edit']({ id: one.id })}
        menu={menu}
        empty={{ icon: IconBox, title: t('empty'), text: t('emptyText'), action: <Create /> }}
      />
    </ResourcePage>
  )
}

function Create() {
  const { t } = useTranslation('packages')
  const { can } = useProfile()
  return (
    can['package.create'] && (
      <Button
        component={AppLink}
        to={paths['packages.create']()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    )
  )
}

function useMenu() {
  const { t } = useTranslation(['packages', 'codes'])
  const offer = useOffer()
  return (one: Package): MenuEntry[] => [
    { label: t('open'), icon: IconPencil, to: paths['packages.edit']({ id: one.id }) },
    {
      label: t(one.active ? 'deactivate' : 'activate'),
      icon: one.active ? IconCircleOff : IconCircleCheck,
      run: () => void offer(one),
      refused: one.can.activate || one.can.deactivate ? undefined : t('codes:forbidden'),
    },
  ]
}

import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconCircles, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePartnerList } from '@/api/generated/endpoints/partners/partners'
import { useListMemory } from '@/api/list-memory'
import type { Partner } from '@/api/schema'
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
import { partnerColumns } from './columns'
import { partnerList } from './list'
import { useSwitch } from './useSwitch'

/** Agents and resellers the company works with. */
export function PartnersPage() {
  const { t } = useTranslation('partners')
  const format = useFormat()
  const country = useCountryName()
  const list = useListParams(partnerList)
  const { choice, views } = useListMemory(list)
  const { active, ...query } = list.query
  const partners = useOnceCountriesAreNamed(
    usePartnerList({ ...query, active: isYes(active) }, { query: { placeholderData: keepPreviousData } }),
  )
  const columns = useMemo(() => partnerColumns(t, format, country), [t, format, country])
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
        onChange={(value) => list.setFilters({ active: value })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={partners}
        list={list}
        choice={choice}
        columns={columns}
        rowLabel={(partner) => partner.name}
        rowTo={(partner) => paths['partners.edit']({ id: partner.id })}
        menu={menu}
        empty={{ icon: IconCircles, title: t('empty'), text: t('emptyText'), action: <Create /> }}
      />
    </ResourcePage>
  )
}

function Create() {
  const { t } = useTranslation('partners')
  const { can } = useProfile()
  return (
    can['partner.create'] && (
      <Button
        component={AppLink}
        to={paths['partners.create']()}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('create')}
      </Button>
    )
  )
}

function useMenu() {
  const { t } = useTranslation(['partners', 'codes'])
  const change = useSwitch()
  return (partner: Partner): MenuEntry[] => {
    const { active, can } = partner
    return [
      { label: t('menu.open'), icon: IconPencil, to: paths['partners.edit']({ id: partner.id }) },
      'divider',
      {
        label: active ? t('deactivate.action') : t('activate.action'),
        icon: active ? IconCircleOff : IconCircleCheck,
        danger: active,
        run: () => void change(partner),
        refused: can.activate || can.deactivate ? undefined : t('codes:forbidden'),
      },
    ]
  }
}

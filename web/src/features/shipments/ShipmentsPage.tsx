import { Button, Skeleton, Text } from '@mantine/core'
import { IconPackage, IconPlus, IconUpload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { useListMemory } from '@/api/list-memory'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { SavedViews } from '@/ui/filters/SavedViews'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { ResourcePage } from '@/ui/ResourcePage'
import { DataTable } from '@/ui/table/DataTable'
import { useListParams } from '@/ui/table/useListParams'
import { shipmentColumns } from './columns'
import { hiddenFilters, type ShipmentListState, shipmentList } from './list'
import { filterOf } from './many/selected'
import { useShipmentActions } from './useShipmentActions'

const ShipmentFilters = lazy(() => onceOnline(() => import('./ShipmentFilters')))

/** The statuses people look for day by day; any other is reached by the filter. */
const TABS = ['15', '10', '35', '40', '90'] as const

/** `onRecord` takes tracking codes to where events are recorded. */
export function ShipmentsPage({ onRecord }: { onRecord(codes: string[]): void }) {
  const { t, i18n } = useTranslation('shipments')
  const format = useFormat()
  const list = useListParams(shipmentList)
  const { choice, views } = useListMemory(list)
  const shipments = useShipmentList(list.query, { query: { placeholderData: keepPreviousData } })
  const searching = list.values.search !== ''
  const columns = useMemo(() => {
    const all = shipmentColumns(t, format, i18n.language)
    // The server lists what a search finds newest first.
    return searching ? all.map((column) => ({ ...column, sortable: false })) : all
  }, [t, format, i18n.language, searching])
  const { menu, bulk, dialog } = useShipmentActions({ filter: filterOf(list.query), onRecord })
  const tabs = TABS.map((value) => ({ value, label: t(`status.${value}`) }))
  const sources = [...new Set(shipments.data?.data.map(({ source }) => source))]
  return (
    <ResourcePage title={t('title')} action={<Ways />}>
      <FilterTabs
        label={t('field.status')}
        value={list.values.status}
        options={[{ value: undefined, label: t('all') }, ...tabs]}
        onChange={(status) => list.setFilters({ status })}
      />
      <FilterBar list={list} end={<SavedViews {...views} />}>
        <SearchField list={list} label={t('search')} />
        <Created list={list} />
        <MoreFilters count={hiddenFilters(list.values, TABS)}>
          <Suspense fallback={<Skeleton height={404} />}>
            <ShipmentFilters list={list} sources={sources} />
          </Suspense>
        </MoreFilters>
      </FilterBar>
      <DataTable
        label={t('title')}
        result={shipments}
        list={list}
        choice={choice}
        columns={columns}
        toolbar={
          searching && (
            <Text size="sm" c="dimmed">
              {t('newestFirst')}
            </Text>
          )
        }
        rowLabel={(shipment) => shipment.tracking_code}
        rowTo={(shipment) => paths['shipments.show']({ id: shipment.id })}
        menu={menu}
        bulk={bulk}
        empty={{ icon: IconPackage, title: t('empty'), text: t('emptyText'), action: <Ways /> }}
      />
      {dialog}
    </ResourcePage>
  )
}

function Created({ list }: { list: ShipmentListState }) {
  const { t } = useTranslation('shipments')
  return (
    <DateRangeFilter
      label={t('field.created_at')}
      value={{ from: list.values.created_from, to: list.values.created_to }}
      onChange={({ from, to }) => list.setFilters({ created_from: from, created_to: to })}
    />
  )
}

/** How shipments come in: from a file, or one by one. */
function Ways() {
  const { t } = useTranslation('shipments')
  const { can } = useProfile()
  return (
    <>
      {can['shipment_import.create'] && (
        <Button
          component={AppLink}
          to={paths['shipments.imports.index']()}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('import')}
        </Button>
      )}
      {can['shipment.create'] && (
        <Button
          component={AppLink}
          to={paths['shipments.create']()}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('create')}
        </Button>
      )}
    </>
  )
}

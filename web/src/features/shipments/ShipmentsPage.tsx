import { Button, Skeleton, Text } from '@mantine/core'
import { IconPackage, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { PAGED } from '@/api/record-query'
import { ShipmentStatus } from '@/api/schema'
import { paths } from '@/app/paths'
import { CreateLink, RecordList } from '@/app/RecordList'
import { hasPortal, useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { useListParams } from '@/ui/table/useListParams'
import { shipmentColumns } from './columns'
import { hiddenFilters, type ShipmentListState, shipmentList } from './list'
import { filterOf } from './many/selected'
import { useShipmentActions } from './useShipmentActions'

const ShipmentFilters = lazy(() => onceOnline(() => import('./ShipmentFilters')))

/** The statuses people look for day by day; any other is reached by the filter. */
const TABS = [
  ShipmentStatus.NeedsAttention,
  ShipmentStatus.Draft,
  ShipmentStatus.Labelled,
  ShipmentStatus.Received,
  ShipmentStatus.Delivered,
]

/** `onRecord` takes tracking codes to where events are recorded. */
export function ShipmentsPage({ onRecord }: { onRecord(codes: string[]): void }) {
  const { t, i18n } = useTranslation('shipments')
  const format = useFormat()
  const list = useListParams(shipmentList)
  const shipments = useShipmentList(list.query, PAGED)
  const searching = list.values.search !== ''
  const plain = hasPortal(useProfile())
  const columns = useMemo(() => {
    const all = shipmentColumns(t, format, i18n.language, plain)
    // The server lists the results of a search newest first.
    return searching ? all.map((column) => ({ ...column, sortable: false })) : all
  }, [t, format, i18n.language, plain, searching])
  const { menu, bulk, dialog } = useShipmentActions({ filter: filterOf(list.query), onRecord })
  const tabs = TABS.map((value) => ({
    value: String(value),
    label: plain ? t(`plain.${value}`) : t(`status.${value}`),
  }))
  const sources = [...new Set(shipments.data?.data.map(({ source }) => source))]
  return (
    <RecordList
      title={t('title')}
      action={<Ways />}
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status}
          options={[{ value: undefined, label: t('all') }, ...tabs]}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      toolbar={
        searching && (
          <Text size="sm" c="dimmed">
            {t('newestFirst')}
          </Text>
        )
      }
      filters={
        <>
          <Created list={list} />
          <MoreFilters count={hiddenFilters(list.values, TABS.map(String))}>
            <Suspense fallback={<Skeleton height={404} />}>
              <ShipmentFilters list={list} sources={sources} />
            </Suspense>
          </MoreFilters>
        </>
      }
      list={list}
      result={shipments}
      columns={columns}
      rowLabel={(shipment) => shipment.tracking_code}
      rowTo={(shipment) => paths['shipments.show']({ id: shipment.id })}
      menu={menu}
      bulk={bulk}
      empty={{ icon: IconPackage, title: t('empty'), text: t('emptyText') }}
    >
      {dialog}
    </RecordList>
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
      <CreateLink to={paths['shipments.create']()} label={t('create')} allowed={can['shipment.create']} />
    </>
  )
}

import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconPackage, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { PAGED } from '@/api/record-query'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { hasPortal, useProfile } from '@/context/session'
import { newShipment } from '@/shared/shipments/new-shipment'
import { AppLink } from '@/ui/AppLink'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { useListParams } from '@/ui/table/useListParams'
import { shipmentColumns } from './columns'
import { hiddenFilters, type ShipmentListState, shipmentList } from './list'
import { NO_TAB, STATUS_TABS, tabOf } from './tabs'
import { useFilterChips } from './useFilterChips'
import { useShipmentActions } from './useShipmentActions'
import { useShipmentCounts } from './useShipmentCounts'

const ShipmentPeek = lazy(() => onceOnline(() => import('./ShipmentPeek')))
const ShipmentFilters = lazy(() => onceOnline(() => import('./ShipmentFilters')))

/** `onRecord` takes tracking codes to where events are recorded. */
export function ShipmentsPage({ onRecord }: { onRecord(codes: string[]): void }) {
  const { t, i18n } = useTranslation('shipments')
  const { t: statuses } = useTranslation('shipment-status')
  const format = useFormat()
  const profile = useProfile()
  const { can } = profile
  const plain = hasPortal(profile)
  const list = useListParams(shipmentList)
  const shipments = useOnceCountriesAreNamed(useShipmentList(list.query, PAGED))
  const counts = useShipmentCounts(list)
  const searching = list.values.search !== ''
  const ofManyClients = can['client.select'] === true
  const seesPrices = can['quote.list'] === true
  const columns = useMemo(() => {
    const all = shipmentColumns({ page: t, statuses }, format, i18n.language, plain)
    const own = all.filter(
      ({ id }) => (id !== 'client_name' || ofManyClients) && (id !== 'price' || seesPrices),
    )
    // The server lists the results of a search newest first.
    return searching ? own.map((column) => ({ ...column, sortable: false })) : own
  }, [t, statuses, format, i18n.language, plain, ofManyClients, seesPrices, searching])
  const { menu, bulk, exportAll, dialog } = useShipmentActions({ list, columns, onRecord })
  const sources = [...new Set(shipments.data?.data.map(({ source }) => source))]
  return (
    <RecordList
      title={t('title')}
      action={<Ways />}
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={tabOf(list.values) ?? 'none'}
          totals={counts.tabs}
          options={[
            { value: 'all', label: t('all') },
            ...STATUS_TABS.map(({ id }) => ({ value: id, label: t(`tab.${id}`) })),
          ]}
          onChange={(id) =>
            list.setFilters({ ...NO_TAB, ...STATUS_TABS.find((tab) => tab.id === id)?.filter })
          }
        />
      }
      search={t('search')}
      toolbar={
        <>
          {searching && (
            <Text size="sm" c="dimmed">
              {t('newestFirst')}
            </Text>
          )}
          {exportAll && (
            <Tooltip label={t('action.export')}>
              <ActionIcon
                size="lg"
                variant="default"
                aria-label={t('action.export')}
                disabled={!shipments.data?.meta.total}
                onClick={() => shipments.data && exportAll(shipments.data.meta)}
              >
                <IconDownload size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      }
      filters={
        <>
          <Created list={list} />
          <MoreFilters count={hiddenFilters(list.values)}>
            <Suspense fallback={<Skeleton height={404} />}>
              <ShipmentFilters list={list} sources={sources} />
            </Suspense>
          </MoreFilters>
        </>
      }
      chips={useFilterChips(list)}
      viewTotals={counts.views}
      list={list}
      result={shipments}
      columns={columns}
      rowLabel={(shipment) => shipment.tracking_code}
      rowTo={(shipment) => paths['shipments.show']({ id: shipment.id })}
      menu={menu}
      bulk={bulk}
      peek={({ id }, onNext) => (
        <Suspense fallback={<Skeleton height={360} />}>
          <ShipmentPeek id={id} onNext={onNext} />
        </Suspense>
      )}
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
  const profile = useProfile()
  const { can } = profile
  return (
    <>
      {can['shipment_import.create'] && (
        <Button
          component={AppLink}
          to={paths['shipments.imports.index']()}
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('import')}
        </Button>
      )}
      <CreateLink to={newShipment(profile)} label={t('create')} allowed={can['shipment.create']} />
    </>
  )
}

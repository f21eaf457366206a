import { Select, Switch } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deliveryList as loadDeliveries,
  useDeliveryList,
  useRouteDrivers,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { PAGED } from '@/api/record-query'
import type { DeliveryListParams, DeliveryStatus, DeliveryTotals } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useTabEmpty } from '@/ui/table/useTabEmpty'
import { useDeliveryActions } from './actions'
import { deliveryColumns } from './columns'
import { DELIVERY_TABS, deliveryList } from './list'

type DeliveryListState = ListState<typeof deliveryList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: DeliveryListState['query']): DeliveryListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as DeliveryStatus }
}

const countAll = (totals: DeliveryTotals) => Object.values(totals).reduce((sum, count) => sum + count, 0)

/** Deliveries by own drivers: what waits, what is on its way, and what somebody must decide. */
export function DeliveriesPage() {
  const { t } = useTranslation('deliveries')
  const { can, menu } = useProfile()
  const hasCash = menu.cash_handovers === true
  const format = useFormat()
  const list = useListParams(deliveryList)
  const query = queryOf(list.query)
  const result = useDeliveryList(query, PAGED)
  const streetOf = useStreet()
  const columns = useMemo(
    () => deliveryColumns({ t, format, streetOf, hasCash }),
    [t, format, streetOf, hasCash],
  )
  const actions = useDeliveryActions()
  const totals = result.data?.meta.totals
  const empty = useTabEmpty(
    { icon: IconTruckDelivery, title: t('empty'), text: t('emptyText') },
    {
      name: t(`tab.${list.values.status ?? '10'}`),
      total: totals && countAll(totals),
      showAll: () => list.setFilters({ status: 'all' }),
    },
  )
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['deliveries.create']()} label={t('create')} allowed={can['delivery.create']} />
      }
      tabs={<Tabs list={list} totals={totals} />}
      search={t('search')}
      filters={<Filters list={list} hasCash={hasCash} />}
      list={list}
      load={(page, options) => loadDeliveries({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['deliveries.show']}
      menu={actions.menu}
      empty={empty}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list, hasCash }: { list: DeliveryListState; hasCash: boolean }) {
  const { t } = useTranslation('deliveries')
  const { can } = useProfile()
  const { from, to, has_tasks, has_cash } = list.values
  return (
    <>
      <DateRangeFilter
        label={t('field.on_date')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      {can['route.update'] && <DriverFilter list={list} />}
      <Switch
        label={t('withTasks')}
        checked={has_tasks === true}
        onChange={(event) => list.setFilters({ has_tasks: event.currentTarget.checked || undefined })}
      />
      {hasCash && (
        <Switch
          label={t('withCash')}
          checked={has_cash === true}
          onChange={(event) => list.setFilters({ has_cash: event.currentTarget.checked || undefined })}
        />
      )}
    </>
  )
}

/** Deliveries on the runs of one driver. */
function DriverFilter({ list }: { list: DeliveryListState }) {
  const { t } = useTranslation('deliveries')
  const { data } = useRouteDrivers()
  return (
    <Select
      aria-label={t('field.driver')}
      placeholder={t('anyDriver')}
      clearable
      searchable
      data={data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
      value={list.values.driver_id ?? null}
      onChange={(driver_id) => list.setFilters({ driver_id: driver_id ?? undefined })}
    />
  )
}

function Tabs({ list, totals }: { list: DeliveryListState; totals: DeliveryTotals | undefined }) {
  const { t } = useTranslation('deliveries')
  const counts = totals && {
    '10': totals.pending,
    '20': totals.assigned,
    '30': totals.out,
    '40': totals.delivered,
    '45': totals.partial,
    '50': totals.failed,
    '60': totals.returned,
    '0': totals.cancelled,
    all: countAll(totals),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? '10'}
      tabs={DELIVERY_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

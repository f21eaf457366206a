import { IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { routeList as loadRoutes, useRouteList } from '@/api/generated/endpoints/deliveries/deliveries'
import { PAGED } from '@/api/record-query'
import type { DeliveryRouteTotals, RouteListParams, RunStatus } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useRouteActions } from './actions'
import { routeColumns } from './columns'
import { ROUTE_TABS, routeList } from './list'

type RouteListState = ListState<typeof routeList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: RouteListState['query']): RouteListParams {
  return status === 'all' || status === undefined ? query : { ...query, status: Number(status) as RunStatus }
}

/** The runs of drivers. */
export function RoutesPage() {
  const { t } = useTranslation('routes')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(routeList)
  const query = queryOf(list.query)
  const result = useRouteList(query, PAGED)
  const columns = useMemo(() => routeColumns({ t, format }), [t, format])
  const actions = useRouteActions()
  const { from, to } = list.values
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<CreateLink to={paths['routes.create']()} label={t('create')} allowed={can['route.create']} />}
      tabs={<Tabs list={list} totals={result.data?.meta.totals} />}
      search={t('search')}
      filters={
        <DateRangeFilter
          label={t('field.on_date')}
          value={{ from, to }}
          onChange={(range) => list.setFilters(range)}
        />
      }
      list={list}
      load={(page, options) => loadRoutes({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['routes.show']}
      menu={actions.menu}
      empty={{ icon: IconRoute, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: RouteListState; totals: DeliveryRouteTotals | undefined }) {
  const { t } = useTranslation('routes')
  const counts = totals && {
    '10': totals.draft,
    '20': totals.ready,
    '25': totals.loaded,
    '30': totals.in_progress,
    '40': totals.closed,
    '0': totals.cancelled,
    all: Object.values(totals).reduce((sum, count) => sum + count, 0),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={ROUTE_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

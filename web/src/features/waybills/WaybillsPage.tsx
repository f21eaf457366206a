import { Switch } from '@mantine/core'
import { IconPlaneTilt } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMawbList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { MawbListParams, WaybillStageTotals } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { WaybillTabs } from '@/shared/bags/WaybillTabs'
import { AirportChoice } from '@/shared/choices/AirportChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { AirlineChoice } from './AirlineChoice'
import { useWaybillActions } from './actions'
import { waybillColumns } from './columns'
import { ExportWaybills } from './ExportWaybills'
import { WAYBILL_TABS, type WaybillListState, waybillList } from './list'

/** The query of the call: the tab of all has no stage. */
function queryOf({ stage, ...query }: WaybillListState['query']): MawbListParams {
  return stage === 'all' || stage === undefined ? query : { ...query, stage }
}

/** Air waybills: the contracts with airlines over bags and loose shipments. */
export function WaybillsPage() {
  const { t } = useTranslation('waybills')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(waybillList)
  const query = queryOf(list.query)
  const result = useMawbList(query, PAGED)
  const columns = useMemo(() => waybillColumns({ t, format }), [t, format])
  const actions = useWaybillActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<CreateLink to={paths['mawbs.create']()} label={t('create')} allowed={can['mawb.create']} />}
      tabs={
        <>
          <WaybillTabs />
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['mawbs.show']}
      menu={actions.menu}
      toolbar={can['mawb.export'] && <ExportWaybills list={list} query={query} columns={columns} />}
      empty={{ icon: IconPlaneTilt, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: WaybillListState; totals: WaybillStageTotals | undefined }) {
  const { t } = useTranslation('waybills')
  const counts = totals && {
    ...totals,
    all: Object.values(totals).reduce((sum, count) => sum + count, 0),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.stage ?? 'all'}
      tabs={WAYBILL_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(stage) => list.setFilters({ stage })}
    />
  )
}

function Filters({ list }: { list: WaybillListState }) {
  const { t } = useTranslation('waybills')
  const { provider_id, destination_airport, from, to, is_void } = list.values
  return (
    <>
      <DateRangeFilter
        label={t('field.departs_on')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      <Switch
        label={t('withoutVoid')}
        checked={is_void === false}
        onChange={(event) => list.setFilters({ is_void: event.currentTarget.checked ? false : undefined })}
      />
      <MoreFilters count={[provider_id, destination_airport].filter(Boolean).length}>
        <AirlineChoice
          label={t('field.airline')}
          placeholder={t('anyAirline')}
          withinPortal={false}
          value={provider_id}
          onChange={(id) => list.setFilters({ provider_id: id ?? undefined })}
        />
        <AirportChoice
          label={t('field.destination')}
          withinPortal={false}
          value={destination_airport ?? null}
          onChange={(iata) => list.setFilters({ destination_airport: iata ?? undefined })}
        />
      </MoreFilters>
    </>
  )
}

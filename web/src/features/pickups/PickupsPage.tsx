import { Switch } from '@mantine/core'
import { IconTruckLoading } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pickupList as loadPickups, usePickupList } from '@/api/generated/endpoints/pickups/pickups'
import { PAGED } from '@/api/record-query'
import type { PickupListParams, PickupStatus, PickupTotals } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { usePickupActions } from './actions'
import { pickupColumns } from './columns'
import { PICKUP_TABS, pickupList } from './list'

type PickupListState = ListState<typeof pickupList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: PickupListState['query']): PickupListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as PickupStatus }
}

/** Pickups: staff see whom to send where, clients what became of theirs. */
export function PickupsPage() {
  const { t } = useTranslation('pickups')
  const { is_outside, can } = useProfile()
  const format = useFormat()
  const list = useListParams(pickupList)
  const query = queryOf(list.query)
  const result = usePickupList(query, PAGED)
  const streetOf = useStreet()
  const columns = useMemo(
    () => pickupColumns({ t, format, streetOf, isStaff: !is_outside }),
    [t, format, streetOf, is_outside],
  )
  const actions = usePickupActions()
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      action={
        <CreateLink to={paths['pickups.create']()} label={t('create')} allowed={can['pickup.create']} />
      }
      tabs={<Tabs list={list} totals={result.data?.meta.totals} />}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadPickups({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['pickups.show']}
      menu={actions.menu}
      empty={{ icon: IconTruckLoading, title: t('empty'), text: is_outside ? t('emptyOwn') : t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: PickupListState; totals: PickupTotals | undefined }) {
  const { t } = useTranslation('pickups')
  const counts = totals && {
    all: Object.values(totals).reduce((sum, one) => sum + one, 0),
    '10': totals.requested,
    '20': totals.scheduled,
    '30': totals.on_route,
    '50': totals.failed,
    '45': totals.partial,
    '40': totals.collected,
    '0': totals.cancelled,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={PICKUP_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

function Filters({ list }: { list: PickupListState }) {
  const { t } = useTranslation('pickups')
  const { is_outside } = useProfile()
  const { client_id, open, has_tasks, from, to } = list.values
  return (
    <>
      <DateRangeFilter
        label={t('field.day')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      <Switch
        label={t('onlyOpen')}
        checked={open === true}
        onChange={(event) => list.setFilters({ open: event.currentTarget.checked || undefined })}
      />
      {!is_outside && (
        <Switch
          label={t('withTasks')}
          checked={has_tasks === true}
          onChange={(event) => list.setFilters({ has_tasks: event.currentTarget.checked || undefined })}
        />
      )}
      {!is_outside && (
        <MoreFilters count={client_id ? 1 : 0}>
          <ClientChoice
            label={t('field.client')}
            placeholder={t('anyClient')}
            withinPortal={false}
            value={client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        </MoreFilters>
      )}
    </>
  )
}

import { IconScale } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { reweighList as loadReweighs, useReweighList } from '@/api/generated/endpoints/receiving/receiving'
import { PAGED } from '@/api/record-query'
import type { ReweighListParams, ReweighStatus, ReweighTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useReweighActions } from '@/shared/reweighs/actions'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useTabEmpty } from '@/ui/table/useTabEmpty'
import { reweighColumns } from './columns'
import { REWEIGH_TABS, reweighList } from './list'

type ReweighListState = ListState<typeof reweighList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: ReweighListState['query']): ReweighListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as ReweighStatus }
}

const countAll = ({ disputed, held, settled }: ReweighTotals) => disputed + held + settled

/** Shipments that measure otherwise than they were declared: first the disputes that staff decide. */
export function ReweighsPage() {
  const { t } = useTranslation('reweighs')
  const format = useFormat()
  const list = useListParams(reweighList)
  const query = queryOf(list.query)
  const result = useReweighList(query, PAGED)
  const { is_outside } = useProfile()
  const columns = useMemo(() => reweighColumns({ t, format, isOutside: is_outside }), [t, format, is_outside])
  const actions = useReweighActions()
  const totals = result.data?.meta.totals
  const empty = useTabEmpty(
    { icon: IconScale, title: t('empty'), text: t('emptyText') },
    {
      name: t(`tab.${list.values.status ?? '30'}`),
      total: totals && countAll(totals),
      showAll: () => list.setFilters({ status: 'all' }),
    },
  )
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={<Tabs list={list} totals={totals} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadReweighs({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ tracking_code }) => tracking_code}
      rowTo={({ shipment_id }) => paths['shipments.show']({ id: shipment_id })}
      menu={actions.menu}
      empty={empty}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: ReweighListState; totals: ReweighTotals | undefined }) {
  const { t } = useTranslation('reweighs')
  const counts = totals && {
    '30': totals.disputed,
    '20': totals.held,
    '40': totals.settled,
    all: countAll(totals),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? '30'}
      tabs={REWEIGH_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

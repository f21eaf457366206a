import { IconCash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  cashHandoverList as loadCashHandovers,
  useCashHandoverList,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { PAGED } from '@/api/record-query'
import type { CashHandoverListParams, CashHandoverStatus, CashHandoverTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useCashHandoverActions } from './actions'
import { cashHandoverColumns } from './columns'
import { CASH_HANDOVER_TABS, cashHandoverList } from './list'
import { WaitingCashCard } from './WaitingCashCard'

type CashListState = ListState<typeof cashHandoverList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: CashListState['query']): CashHandoverListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as CashHandoverStatus }
}

/** Cash on delivery: what drivers still have, and what was counted. */
export function CashHandoversPage() {
  const { t } = useTranslation('cash-handovers')
  const format = useFormat()
  const list = useListParams(cashHandoverList)
  const query = queryOf(list.query)
  const result = useCashHandoverList(query, PAGED)
  const columns = useMemo(() => cashHandoverColumns({ t, format }), [t, format])
  const actions = useCashHandoverActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={
        <>
          <WaitingCashCard />
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={t('search')}
      list={list}
      load={(page, options) => loadCashHandovers({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['cash_handovers.show']}
      menu={actions.menu}
      empty={{ icon: IconCash, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: CashListState; totals: CashHandoverTotals | undefined }) {
  const { t } = useTranslation('cash-handovers')
  const counts = totals && {
    '20': totals.settled,
    '30': totals.difference,
    '40': totals.decided,
    all: totals.settled + totals.difference + totals.decided,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={CASH_HANDOVER_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

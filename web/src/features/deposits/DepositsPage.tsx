import { IconCash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { depositList as loadDeposits, useDepositList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { DepositListParams, DepositStatus, DepositTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useTabEmpty } from '@/ui/table/useTabEmpty'
import { useDepositActions } from './actions'
import { depositColumns } from './columns'
import { DepositPeek } from './DepositPeek'
import { DEPOSIT_TABS, depositList } from './list'

type DepositListState = ListState<typeof depositList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: DepositListState['query']): DepositListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as DepositStatus }
}

const countAll = ({ waiting, confirmed, withdrawn, refused }: DepositTotals) =>
  waiting + confirmed + withdrawn + refused

/** Deposits: staff find them on the bank account, clients see what became of theirs. */
export function DepositsPage() {
  const { t } = useTranslation('deposits')
  const { is_outside, can } = useProfile()
  const format = useFormat()
  const list = useListParams(depositList)
  const query = queryOf(list.query)
  const result = useDepositList(query, PAGED)
  const columns = useMemo(() => depositColumns({ t, format, isStaff: !is_outside }), [t, format, is_outside])
  const actions = useDepositActions()
  const totals = result.data?.meta.totals
  const empty = useTabEmpty(
    { icon: IconCash, title: t('empty'), text: is_outside ? t('emptyTextOwn') : t('emptyText') },
    {
      name: t(`tab.${list.values.status ?? '10'}`),
      total: totals && countAll(totals),
      showAll: () => list.setFilters({ status: 'all' }),
    },
  )
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      tabs={<Tabs list={list} totals={totals} />}
      search={is_outside ? t('searchOwn') : t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadDeposits({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ reference }) => reference}
      rowTo={paths['deposits.show']}
      menu={actions.menu}
      bulk={can['deposit.confirm'] ? actions.bulk : undefined}
      peek={({ id }) => <DepositPeek id={id} actions={actions} />}
      empty={empty}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: DepositListState; totals: DepositTotals | undefined }) {
  const { t } = useTranslation('deposits')
  const counts = totals && {
    '10': totals.waiting,
    '20': totals.confirmed,
    '80': totals.withdrawn,
    '90': totals.refused,
    all: countAll(totals),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? '10'}
      tabs={DEPOSIT_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

function Filters({ list }: { list: DepositListState }) {
  const { t } = useTranslation('deposits')
  const { is_outside } = useProfile()
  const { client_id, from, to } = list.values
  return (
    <>
      <DateRangeFilter
        label={t('field.paid_on')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
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

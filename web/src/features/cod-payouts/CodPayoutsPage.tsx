import { IconCash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { codPayoutList as loadCodPayouts, useCodPayoutList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { CodPayoutListParams, CodPayoutStatus, CodPayoutTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useCodPayoutActions } from './actions'
import { codPayoutColumns } from './columns'
import { COD_PAYOUT_TABS, codPayoutList } from './list'
import { OpenCashCard } from './OpenCashCard'

type PayoutListState = ListState<typeof codPayoutList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: PayoutListState['query']): CodPayoutListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as CodPayoutStatus }
}

/** Cash on delivery of clients: what they still get, and what they got. */
export function CodPayoutsPage() {
  const { t } = useTranslation('cod-payouts')
  const format = useFormat()
  const { is_outside } = useProfile()
  const list = useListParams(codPayoutList)
  const query = queryOf(list.query)
  const result = useCodPayoutList(query, PAGED)
  const columns = useMemo(
    () => codPayoutColumns({ t, format, isOutside: is_outside }),
    [t, format, is_outside],
  )
  const actions = useCodPayoutActions()
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('ownText') : t('text')}
      tabs={
        <>
          <OpenCashCard client={list.values.client_id} />
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={is_outside ? t('ownSearch') : t('search')}
      list={list}
      load={(page, options) => loadCodPayouts({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['cod_payouts.show']}
      menu={actions.menu}
      empty={{ icon: IconCash, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: PayoutListState; totals: CodPayoutTotals | undefined }) {
  const { t } = useTranslation('cod-payouts')
  const counts = totals && {
    '20': totals.paid_out,
    '80': totals.reversed,
    all: totals.paid_out + totals.reversed,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={COD_PAYOUT_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

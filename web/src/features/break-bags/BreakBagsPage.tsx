import { IconPackageImport } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreakBagList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { BreakBagListParams, BreakBagStatus } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { WaybillTabs } from '@/shared/bags/WaybillTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useBreakBagActions } from './actions'
import { breakBagColumns } from './columns'
import { BREAK_BAG_STATES, breakBagList } from './list'

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: ListState<typeof breakBagList.defaults>['query']): BreakBagListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as BreakBagStatus }
}

/** Transports that arrived, and how far they are unpacked. */
export function BreakBagsPage() {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const list = useListParams(breakBagList)
  const columns = useMemo(() => breakBagColumns({ t, format }), [t, format])
  const actions = useBreakBagActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={
        <>
          <WaybillTabs />
          <FilterTabs
            label={t('field.status')}
            value={list.values.status ?? 'all'}
            options={[
              { value: 'all', label: t('all') },
              ...BREAK_BAG_STATES.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
            onChange={(status) => list.setFilters({ status })}
          />
        </>
      }
      list={list}
      result={useBreakBagList(queryOf(list.query), PAGED)}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['break_bags.show']}
      menu={actions.menu}
      empty={{ icon: IconPackageImport, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

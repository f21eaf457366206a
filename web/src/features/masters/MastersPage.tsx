import { IconTruckDelivery } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMasterList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { MasterListParams, MasterTotals } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { WaybillTabs } from '@/shared/bags/WaybillTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { useMasterActions } from './actions'
import { masterColumns } from './columns'
import { MASTER_KINDS, MASTER_TABS, type MasterListState, masterList } from './list'

/** The query of the call: the tab of all has no stage. */
function queryOf({ stage, ...query }: MasterListState['query']): MasterListParams {
  return stage === 'all' || stage === undefined ? query : { ...query, stage }
}

/** Bags that go together with the post, a lorry or a ship. */
export function MastersPage() {
  const { t } = useTranslation('masters')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(masterList)
  const result = useMasterList(queryOf(list.query), PAGED)
  const columns = useMemo(() => masterColumns({ t, format }), [t, format])
  const actions = useMasterActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['masters.create']()} label={t('create')} allowed={can['master.create']} />
      }
      tabs={
        <>
          <WaybillTabs />
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={t('search')}
      filters={
        <FilterTabs
          label={t('field.kind')}
          value={list.values.kind}
          options={[
            { value: undefined, label: t('anyKind') },
            ...MASTER_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          onChange={(kind) => list.setFilters({ kind })}
        />
      }
      list={list}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['masters.show']}
      menu={actions.menu}
      empty={{ icon: IconTruckDelivery, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: MasterListState; totals: MasterTotals | undefined }) {
  const { t } = useTranslation('masters')
  const counts = totals && {
    ...totals,
    all: Object.values(totals).reduce((sum, count) => sum + count, 0),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.stage ?? 'all'}
      tabs={MASTER_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(stage) => list.setFilters({ stage })}
    />
  )
}

import { IconLuggage } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bagList as loadBags, useBagList } from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { BagListParams, BagTotals } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ServiceChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useBagActions } from './actions'
import { bagColumns } from './columns'
import { BAG_TABS, bagList } from './list'

type BagListState = ListState<typeof bagList.defaults>

/** The query of the call: the tab of all has no stage. */
function queryOf({ stage, ...query }: BagListState['query']): BagListParams {
  return stage === 'all' || stage === undefined ? query : { ...query, stage }
}

/** Bags and pallets, into which parcels are scanned. */
export function BagsPage() {
  const { t, i18n } = useTranslation('bags')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(bagList)
  const query = queryOf(list.query)
  const result = useBagList(query, PAGED)
  const columns = useMemo(
    () => bagColumns({ t, format, language: i18n.language }),
    [t, format, i18n.language],
  )
  const actions = useBagActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<CreateLink to={paths['bags.create']()} label={t('create')} allowed={can['bag.create']} />}
      tabs={<Tabs list={list} totals={result.data?.meta.totals} />}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadBags({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['bags.show']}
      menu={actions.menu}
      empty={{ icon: IconLuggage, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: BagListState; totals: BagTotals | undefined }) {
  const { t } = useTranslation('bags')
  const counts = totals && {
    ...totals,
    all: Object.values(totals).reduce((sum, count) => sum + count, 0),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.stage ?? 'all'}
      tabs={BAG_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(stage) => list.setFilters({ stage })}
    />
  )
}

function Filters({ list }: { list: BagListState }) {
  const { t } = useTranslation('bags')
  const { service_id } = list.values
  return (
    <MoreFilters count={service_id ? 1 : 0}>
      <ServiceChoice
        label={t('field.service')}
        placeholder={t('anyService')}
        value={service_id ?? null}
        onChange={(id) => list.setFilters({ service_id: id ?? undefined })}
      />
    </MoreFilters>
  )
}

import { IconBox } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { repackList as loadRepacks, useRepackList } from '@/api/generated/endpoints/receiving/receiving'
import { PAGED } from '@/api/record-query'
import type { RepackListParams, RepackStatus, RepackTotals } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useRepackActions } from './actions'
import { repackColumns } from './columns'
import { REPACK_TABS, repackList } from './list'

type RepackListState = ListState<typeof repackList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: RepackListState['query']): RepackListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as RepackStatus }
}

/** Requests for shipments of parcels: staff pack them, clients see what became of theirs. */
export function RepacksPage() {
  const { t } = useTranslation('repacks')
  const { is_outside } = useProfile()
  const format = useFormat()
  const list = useListParams(repackList)
  const query = queryOf(list.query)
  const result = useRepackList(query, PAGED)
  const columns = useMemo(() => repackColumns({ t, format, isStaff: !is_outside }), [t, format, is_outside])
  const actions = useRepackActions()
  return (
    <RecordList
      title={is_outside ? t('titleOwn') : t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      tabs={<Tabs list={list} totals={result.data?.meta.totals} />}
      search={t('search')}
      filters={!is_outside && <Filters list={list} />}
      list={list}
      load={(page, options) => loadRepacks({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ client_name, parcel_count }) =>
        `${client_name} ${t('parcels', { count: parcel_count, number: format.number(parcel_count) })}`
      }
      rowTo={paths['repacks.show']}
      menu={actions.menu}
      empty={{ icon: IconBox, title: t('empty'), text: is_outside ? t('emptyTextOwn') : t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: RepackListState; totals: RepackTotals | undefined }) {
  const { t } = useTranslation('repacks')
  const counts = totals && {
    '10': totals.requested,
    '20': totals.packing,
    '40': totals.finished,
    '0': totals.cancelled,
    all: totals.requested + totals.packing + totals.finished + totals.cancelled,
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={REPACK_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

function Filters({ list }: { list: RepackListState }) {
  const { t } = useTranslation('repacks')
  const { client_id } = list.values
  return (
    <MoreFilters count={client_id ? 1 : 0}>
      <ClientChoice
        label={t('field.client')}
        placeholder={t('anyClient')}
        withinPortal={false}
        value={client_id}
        onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
      />
    </MoreFilters>
  )
}

import { IconClipboardList } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pickListList as loadPickLists, usePickListList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { PickListListParams, PickListStatus } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { WarehouseFilter } from '@/shared/choices/WarehouseFilter'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { usePickListActions } from './actions'
import { pickListColumns } from './columns'
import { PICK_LIST_TABS, pickListList } from './list'

type PickListState = ListState<typeof pickListList.defaults>

/** The query of the call: the tabs of all, and of goods that go back, have no status. */
function queryOf({ status, ...query }: PickListState['query']): PickListListParams {
  if (status === 'return') return { ...query, to_return: true }
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as PickListStatus }
}

/** Goods to pick for somebody. */
export function PickListsPage() {
  const { t } = useTranslation('pick-lists')
  const { can, is_outside } = useProfile()
  const format = useFormat()
  const list = useListParams(pickListList)
  const query = queryOf(list.query)
  const columns = useMemo(
    () => pickListColumns({ t, format, isOutside: is_outside }),
    [t, format, is_outside],
  )
  const actions = usePickListActions()
  return (
    <RecordList
      title={is_outside ? t('forClients.title') : t('title')}
      text={is_outside ? t('forClients.text') : t('text')}
      action={
        <CreateLink
          to={paths['pick_lists.create']()}
          label={is_outside ? t('forClients.create') : t('create')}
          allowed={can['pick_list.create']}
        />
      }
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status ?? 'all'}
          options={PICK_LIST_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      filters={is_outside ? undefined : <Filters list={list} />}
      list={list}
      load={(page, options) => loadPickLists({ ...query, ...page }, options)}
      result={usePickListList(query, PAGED)}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['pick_lists.show']}
      menu={actions.menu}
      empty={{
        icon: IconClipboardList,
        title: t('empty'),
        text: is_outside ? t('forClients.emptyText') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: PickListState }) {
  const { t } = useTranslation('pick-lists')
  const { warehouse_id, client_id } = list.values
  return (
    <>
      <WarehouseFilter
        label={t('field.warehouse')}
        value={warehouse_id}
        onChange={(id) => list.setFilters({ warehouse_id: id })}
      />
      <MoreFilters count={client_id ? 1 : 0}>
        <ClientChoice
          label={t('field.client')}
          withinPortal={false}
          value={client_id}
          onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
        />
      </MoreFilters>
    </>
  )
}

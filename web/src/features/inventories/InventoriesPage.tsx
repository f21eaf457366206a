import { IconListCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { inventoryList as loadInventories, useInventoryList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { InventoryListParams, InventoryStatus } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { WarehouseFilter } from '@/shared/choices/WarehouseFilter'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useInventoryActions } from './actions'
import { inventoryColumns } from './columns'
import { INVENTORY_TABS, inventoryList } from './list'

type InventoryState = ListState<typeof inventoryList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: InventoryState['query']): InventoryListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as InventoryStatus }
}

/** Counts of what lies in places. */
export function InventoriesPage() {
  const { t } = useTranslation('inventories')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(inventoryList)
  const query = queryOf(list.query)
  const columns = useMemo(() => inventoryColumns({ t, format }), [t, format])
  const actions = useInventoryActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['inventories.create']()}
          label={t('create')}
          allowed={can['inventory.create']}
        />
      }
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status ?? 'all'}
          options={INVENTORY_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadInventories({ ...query, ...page }, options)}
      result={useInventoryList(query, PAGED)}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['inventories.show']}
      menu={actions.menu}
      empty={{ icon: IconListCheck, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: InventoryState }) {
  const { t } = useTranslation('inventories')
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

import { IconShoppingCart } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { purchaseList as loadPurchases, usePurchaseList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { PurchaseListParams, PurchaseStatus } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { WarehouseFilter } from '@/shared/choices/WarehouseFilter'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { usePurchaseActions } from './actions'
import { purchaseColumns } from './columns'
import { PURCHASE_TABS, purchaseList } from './list'

type PurchaseState = ListState<typeof purchaseList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: PurchaseState['query']): PurchaseListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as PurchaseStatus }
}

/** Goods that are ordered from suppliers. */
export function PurchasesPage() {
  const { t } = useTranslation('purchases')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(purchaseList)
  const query = queryOf(list.query)
  const columns = useMemo(() => purchaseColumns({ t, format }), [t, format])
  const actions = usePurchaseActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['purchases.create']()} label={t('create')} allowed={can['purchase.create']} />
      }
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status ?? 'all'}
          options={PURCHASE_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadPurchases({ ...query, ...page }, options)}
      result={usePurchaseList(query, PAGED)}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['purchases.show']}
      menu={actions.menu}
      empty={{ icon: IconShoppingCart, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: PurchaseState }) {
  const { t } = useTranslation('purchases')
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

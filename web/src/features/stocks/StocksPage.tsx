import { Button, Switch } from '@mantine/core'
import { IconPackages, IconPlus, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockList as loadStocks, useStockList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { StockListParams } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice, PartnerChoice, ProviderChoice } from '@/shared/choices/RecordChoice'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { WarehouseFilter } from '@/shared/choices/WarehouseFilter'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { stockName, useStockActions } from './actions'
import { stockColumns } from './columns'
import { STOCK_TABS, stockList } from './list'

const ReceiveDialog = lazy(() => onceOnline(() => import('./ReceiveDialog')))

type StockListState = ListState<typeof stockList.defaults>

/** The query of the call: a tab is a status of the lot, what expires, or what the ledger knows otherwise. */
function queryOf({ tab, ...query }: StockListState['query']): StockListParams {
  if (tab === 'expiring') return { ...query, expiring: true }
  if (tab === 'differing') return { ...query, differing: true }
  return tab === 'all' || tab === undefined ? query : { ...query, status: tab }
}

/** Goods in the places of warehouses. */
export function StocksPage() {
  const { t } = useTranslation('stocks')
  const format = useFormat()
  const list = useListParams(stockList)
  const query = queryOf(list.query)
  const { is_outside } = useProfile()
  const columns = useMemo(() => stockColumns(t, format, is_outside), [t, format, is_outside])
  const actions = useStockActions()
  const tabs = STOCK_TABS.filter((tab) => tab !== 'differing' || !is_outside)
  return (
    <RecordList
      title={is_outside ? t('forClients.title') : t('title')}
      text={is_outside ? t('forClients.text') : t('text')}
      action={
        <>
          <ImportLink />
          <Receive />
        </>
      }
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.tab ?? 'all'}
          options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(tab) => list.setFilters({ tab })}
        />
      }
      search={is_outside ? t('forClients.search') : t('search')}
      filters={is_outside ? <OwnFilters list={list} /> : <Filters list={list} />}
      list={list}
      load={(page, options) => loadStocks({ ...query, ...page }, options)}
      result={useStockList(query, PAGED)}
      columns={columns}
      rowLabel={stockName}
      rowTo={paths['stocks.show']}
      menu={actions.menu}
      empty={{
        icon: IconPackages,
        title: t('empty'),
        text: is_outside ? t('forClients.emptyText') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function ImportLink() {
  const { t } = useTranslation('stocks')
  const { can } = useProfile()
  if (!can['stock.receive']) return null
  return (
    <Button
      component={AppLink}
      to={paths['stocks.imports.create']()}
      variant="default"
      classNames={ICON_ON_PHONE}
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      {t('action.import')}
    </Button>
  )
}

function Receive() {
  const { t } = useTranslation('stocks')
  const { can } = useProfile()
  const [opened, setOpened] = useState<boolean>()
  if (!can['stock.receive']) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setOpened(true)}>
        {t('action.receive')}
      </Button>
      {opened !== undefined && (
        <Suspense>
          <ReceiveDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

function Filters({ list }: { list: StockListState }) {
  const { t } = useTranslation('stocks')
  const { item_id, client_id, partner_id, provider_id, warehouse_id, empty } = list.values
  const more = [item_id, client_id, partner_id, provider_id].filter(Boolean).length + (empty ? 1 : 0)
  return (
    <>
      <WarehouseFilter
        label={t('field.warehouse')}
        value={warehouse_id}
        onChange={(id) => list.setFilters({ warehouse_id: id })}
      />
      <MoreFilters count={more}>
        <StockItemChoice
          label={t('field.item')}
          withinPortal={false}
          value={item_id}
          onChange={(id) => list.setFilters({ item_id: id ?? undefined })}
        />
        <ClientChoice
          label={t('field.client')}
          withinPortal={false}
          value={client_id}
          onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
        />
        <PartnerChoice
          label={t('field.partner')}
          withinPortal={false}
          value={partner_id}
          onChange={(id) => list.setFilters({ partner_id: id ?? undefined })}
        />
        <ProviderChoice
          label={t('field.provider')}
          withinPortal={false}
          value={provider_id}
          onChange={(id) => list.setFilters({ provider_id: id ?? undefined })}
        />
        <Switch
          label={t('withEmpty')}
          checked={empty === true}
          onChange={(event) => list.setFilters({ empty: event.currentTarget.checked || undefined })}
        />
      </MoreFilters>
    </>
  )
}

/** A client has no choice of owners. */
function OwnFilters({ list }: { list: StockListState }) {
  const { t } = useTranslation('stocks')
  const { item_id, empty } = list.values
  return (
    <MoreFilters count={(item_id ? 1 : 0) + (empty ? 1 : 0)}>
      <StockItemChoice
        label={t('field.item')}
        withinPortal={false}
        value={item_id}
        onChange={(id) => list.setFilters({ item_id: id ?? undefined })}
      />
      <Switch
        label={t('withEmpty')}
        checked={empty === true}
        onChange={(event) => list.setFilters({ empty: event.currentTarget.checked || undefined })}
      />
    </MoreFilters>
  )
}

import { Switch } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stockItemList as loadStockItems, useStockItemList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { StockItem } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { stockItemColumns } from './columns'
import { stockItemList } from './list'
import { useStockItemSwitch } from './useStockItemSwitch'

const edit = ({ id }: StockItem) => paths['stock_items.edit']({ id })

/** Goods of the company and of its clients that are kept in stock. */
export function StockItemsPage() {
  const { t } = useTranslation('stock-items')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(stockItemList)
  const columns = useMemo(() => stockItemColumns({ t, common, format }), [t, common, format])
  const { client_id, below_minimum } = list.values
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['stock_items.create']()}
          label={t('create')}
          allowed={can['stock_item.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={
        <>
          <Switch
            label={t('onlyBelowMinimum')}
            checked={below_minimum === true}
            onChange={(event) => list.setFilters({ below_minimum: event.currentTarget.checked || undefined })}
          />
          <MoreFilters count={client_id ? 1 : 0}>
            <ClientChoice
              label={t('field.client')}
              placeholder={t('anyClient')}
              withinPortal={false}
              value={client_id}
              onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
            />
          </MoreFilters>
        </>
      }
      list={list}
      load={(page, options) => loadStockItems({ ...list.query, ...page }, options)}
      result={useStockItemList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title }) => title}
      rowTo={edit}
      menu={useRecordMenu(edit, useStockItemSwitch())}
      empty={{ icon: IconBarcode, title: t('empty'), text: t('emptyText') }}
    />
  )
}

import { Select } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stockPlaceList as loadStockPlaces, useStockPlaceList } from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import { type StockPlace, stockPlaceKindValues } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { WarehouseFilter } from '@/shared/choices/WarehouseFilter'
import { useListParams } from '@/ui/table/useListParams'
import { stockPlaceColumns } from './columns'
import { stockPlaceList } from './list'
import { useStockPlaceSwitch } from './useStockPlaceSwitch'

const edit = ({ id }: StockPlace) => paths['stock_places.edit']({ id })

/** Places of warehouses in which goods are kept. */
export function StockPlacesPage() {
  const { t } = useTranslation('stock-places')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(stockPlaceList)
  const columns = useMemo(() => stockPlaceColumns(t, common), [t, common])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['stock_places.create']()}
          label={t('create')}
          allowed={can['stock_place.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={
        <>
          <WarehouseFilter
            label={t('field.warehouse')}
            value={list.values.warehouse_id}
            onChange={(id) => list.setFilters({ warehouse_id: id })}
          />
          <Select
            aria-label={t('field.kind')}
            placeholder={t('field.kind')}
            clearable
            value={list.values.kind ?? null}
            data={stockPlaceKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(value) => list.setFilters({ kind: value ?? undefined })}
          />
        </>
      }
      list={list}
      load={(page, options) => loadStockPlaces({ ...list.query, ...page }, options)}
      result={useStockPlaceList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ code }) => code}
      rowTo={edit}
      menu={useRecordMenu(edit, useStockPlaceSwitch())}
      empty={{ icon: IconBuildingWarehouse, title: t('empty'), text: t('emptyText') }}
    />
  )
}

import { Select } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  warehouseList as loadWarehouses,
  useWarehouseList,
} from '@/api/generated/endpoints/providers/providers'
import { PAGED } from '@/api/record-query'
import { type Warehouse, warehouseTypeValues } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useListParams } from '@/ui/table/useListParams'
import { warehouseColumns } from './columns'
import { warehouseList } from './list'
import { useWarehouseSwitch } from './useWarehouseSwitch'

const edit = ({ id }: Warehouse) => paths['warehouses.edit']({ id })

/** Places where parcels are received, sorted, stored or cleared. */
export function WarehousesPage() {
  const { t } = useTranslation('warehouses')
  const { t: common } = useTranslation()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(warehouseList)
  const columns = useMemo(() => warehouseColumns(t, common, country), [t, common, country])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['warehouses.create']()} label={t('create')} allowed={can['warehouse.create']} />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={
        <Select
          aria-label={t('field.warehouse_type')}
          placeholder={t('field.warehouse_type')}
          clearable
          value={list.values.warehouse_type ?? null}
          data={warehouseTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => list.setFilters({ warehouse_type: value ?? undefined })}
        />
      }
      list={list}
      load={(page, options) => loadWarehouses({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(useWarehouseList(list.query, PAGED))}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useRecordMenu(edit, useWarehouseSwitch())}
      empty={{ icon: IconBuildingWarehouse, title: t('empty'), text: t('emptyText') }}
    />
  )
}

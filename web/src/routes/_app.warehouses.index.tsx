import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { warehouseList } from '@/features/warehouses/list'
import { WarehousesPage } from '@/features/warehouses/WarehousesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/warehouses/')({
  validateSearch: warehouseList.validate,
  search: { middlewares: [stripSearchParams(warehouseList.defaults)] },
  loader: () => loadTexts('warehouses', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="warehouses" right="warehouse.list">
      <WarehousesPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { InventoriesPage } from '@/features/inventories/InventoriesPage'
import { inventoryList } from '@/features/inventories/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inventories/')({
  validateSearch: inventoryList.validate,
  search: { middlewares: [stripSearchParams(inventoryList.defaults)] },
  loader: () => loadTexts('inventories', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="inventories" right="inventory.list">
      <InventoriesPage />
    </OnMenu>
  )
}

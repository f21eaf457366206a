import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { stockItemList } from '@/features/stock-items/list'
import { StockItemsPage } from '@/features/stock-items/StockItemsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-items/')({
  validateSearch: stockItemList.validate,
  search: { middlewares: [stripSearchParams(stockItemList.defaults)] },
  loader: () => loadTexts('stock-items', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="stock_items" right="stock_item.list">
      <StockItemsPage />
    </OnMenu>
  )
}

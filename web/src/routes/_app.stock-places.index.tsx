import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { stockPlaceList } from '@/features/stock-places/list'
import { StockPlacesPage } from '@/features/stock-places/StockPlacesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-places/')({
  validateSearch: stockPlaceList.validate,
  search: { middlewares: [stripSearchParams(stockPlaceList.defaults)] },
  loader: () => loadTexts('stock-places', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="stock_places" right="stock_place.list">
      <StockPlacesPage />
    </OnMenu>
  )
}

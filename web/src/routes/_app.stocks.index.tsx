import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { stockList } from '@/features/stocks/list'
import { StocksPage } from '@/features/stocks/StocksPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stocks/')({
  validateSearch: stockList.validate,
  search: { middlewares: [stripSearchParams(stockList.defaults)] },
  loader: () => loadTexts('stocks', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="stocks" right="stock.list">
      <StocksPage />
    </OnMenu>
  )
}

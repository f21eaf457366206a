import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { priceTableList } from '@/features/price-tables/list'
import { PriceTablesPage } from '@/features/price-tables/PriceTablesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/price-tables/')({
  validateSearch: priceTableList.validate,
  search: { middlewares: [stripSearchParams(priceTableList.defaults)] },
  loader: () => loadTexts('price-tables', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="price_tables" right="price_table.list">
      <PriceTablesPage />
    </OnMenu>
  )
}

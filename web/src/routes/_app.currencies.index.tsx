import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { CurrenciesPage } from '@/features/currencies/CurrenciesPage'
import { currencyList } from '@/features/currencies/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/currencies/')({
  validateSearch: currencyList.validate,
  search: { middlewares: [stripSearchParams(currencyList.defaults)] },
  loader: () => loadTexts('currencies', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="currencies" right="currency.list">
      <CurrenciesPage />
    </OnMenu>
  )
}

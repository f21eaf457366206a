import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ExchangeRatesPage } from '@/features/exchange-rates/ExchangeRatesPage'
import { exchangeRateList } from '@/features/exchange-rates/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/exchange-rates/')({
  validateSearch: exchangeRateList.validate,
  search: { middlewares: [stripSearchParams(exchangeRateList.defaults)] },
  loader: () => loadTexts('exchange-rates', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="exchange_rates" right="exchange_rate.list">
      <ExchangeRatesPage />
    </OnMenu>
  )
}

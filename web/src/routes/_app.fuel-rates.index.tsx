import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { FuelRatesPage } from '@/features/fuel-rates/FuelRatesPage'
import { fuelRateList } from '@/features/fuel-rates/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/fuel-rates/')({
  validateSearch: fuelRateList.validate,
  search: { middlewares: [stripSearchParams(fuelRateList.defaults)] },
  loader: () => loadTexts('fuel-rates', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="fuel_rates" right="fuel_rate.list">
      <FuelRatesPage />
    </OnMenu>
  )
}

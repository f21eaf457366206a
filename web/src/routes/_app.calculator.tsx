import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { CalculatorPage } from '@/features/calculator/CalculatorPage'
import { validateCalculator } from '@/features/calculator/search'
import { loadTexts } from '@/i18n'

/** Prices of a shipment that does not exist yet. */
export const Route = createFileRoute('/_app/calculator')({
  validateSearch: validateCalculator,
  loader: () => loadTexts('calculator', 'price-lines', 'codes'),
  component: Calculator,
})

function Calculator() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <Permitted to="quote.create">
      <CalculatorPage
        search={search}
        onSearch={(next) => void navigate({ to: '/calculator', search: next, resetScroll: false })}
      />
    </Permitted>
  )
}

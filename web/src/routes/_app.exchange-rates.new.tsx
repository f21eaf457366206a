import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ExchangeRateForm } from '@/features/exchange-rates/ExchangeRateForm'
import { loadTexts } from '@/i18n'
import { day, words } from '@/ui/table/list-spec'

type Corrected = { from?: string; to?: string; on?: string }

export const Route = createFileRoute('/_app/exchange-rates/new')({
  validateSearch: ({ from, to, on }: Corrected) => ({ from: words(from), to: words(to), on: day(on) }),
  loader: () => loadTexts('exchange-rates', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="exchange_rate.create">
      <ExchangeRateForm {...Route.useSearch()} />
    </Permitted>
  )
}

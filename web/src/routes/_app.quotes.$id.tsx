import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { QuotePage } from '@/features/quotes/QuotePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/quotes/$id')({
  loader: () => loadTexts('quotes', 'price-lines', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="quote.show">
      <QuotePage key={id} id={id} />
    </Permitted>
  )
}

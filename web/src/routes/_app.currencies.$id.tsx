import { createFileRoute } from '@tanstack/react-router'
import { CurrencyForm } from '@/features/currencies/CurrencyForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/currencies/$id')({
  loader: () => loadTexts('currencies', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <CurrencyForm key={id} id={id} />
}

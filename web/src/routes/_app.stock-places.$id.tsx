import { createFileRoute } from '@tanstack/react-router'
import { StockPlaceForm } from '@/features/stock-places/StockPlaceForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-places/$id')({
  loader: () => loadTexts('stock-places', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <StockPlaceForm key={id} id={id} />
}

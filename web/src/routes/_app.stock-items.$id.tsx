import { createFileRoute } from '@tanstack/react-router'
import { StockItemForm } from '@/features/stock-items/StockItemForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-items/$id')({
  loader: () => loadTexts('stock-items', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <StockItemForm key={id} id={id} />
}

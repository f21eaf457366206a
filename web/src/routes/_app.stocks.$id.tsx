import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { StockPage } from '@/features/stocks/StockPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stocks/$id')({
  loader: () => loadTexts('stocks', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="stock.show">
      <StockPage key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { StockPlaceForm } from '@/features/stock-places/StockPlaceForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-places/new')({
  loader: () => loadTexts('stock-places', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="stock_place.create" entry="stock_places">
      <StockPlaceForm />
    </Permitted>
  )
}

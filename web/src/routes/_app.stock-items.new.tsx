import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { StockItemForm } from '@/features/stock-items/StockItemForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/stock-items/new')({
  loader: () => loadTexts('stock-items', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="stock_item.create" entry="stock_items">
      <StockItemForm />
    </Permitted>
  )
}

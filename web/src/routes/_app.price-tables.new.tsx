import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PriceTableForm } from '@/features/price-tables/PriceTableForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/price-tables/new')({
  loader: () => loadTexts('price-tables', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="price_table.create">
      <PriceTableForm />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InventoryPage } from '@/features/inventories/InventoryPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inventories/$id')({
  loader: () => loadTexts('inventories', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="inventory.show">
      <InventoryPage key={id} id={id} />
    </Permitted>
  )
}

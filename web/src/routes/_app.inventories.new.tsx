import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InventoryForm } from '@/features/inventories/InventoryForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inventories/new')({
  loader: () => loadTexts('inventories', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="inventory.create" entry="inventories">
      <InventoryForm />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { WarehouseForm } from '@/features/warehouses/WarehouseForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/warehouses/new')({
  loader: () => loadTexts('warehouses', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="warehouse.create">
      <WarehouseForm />
    </Permitted>
  )
}

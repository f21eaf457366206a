import { createFileRoute } from '@tanstack/react-router'
import { WarehouseForm } from '@/features/warehouses/WarehouseForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/warehouses/$id')({
  loader: () => loadTexts('warehouses', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <WarehouseForm key={id} id={id} />
}

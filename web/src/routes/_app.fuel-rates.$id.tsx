import { createFileRoute } from '@tanstack/react-router'
import { FuelRateForm } from '@/features/fuel-rates/FuelRateForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/fuel-rates/$id')({
  loader: () => loadTexts('fuel-rates', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <FuelRateForm key={id} id={id} />
}

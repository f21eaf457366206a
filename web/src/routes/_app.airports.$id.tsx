import { createFileRoute } from '@tanstack/react-router'
import { AirportForm } from '@/features/airports/AirportForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/airports/$id')({
  loader: () => loadTexts('airports', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <AirportForm key={id} id={id} />
}

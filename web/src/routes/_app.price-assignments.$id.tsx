import { createFileRoute } from '@tanstack/react-router'
import { AssignmentForm } from '@/features/price-assignments/AssignmentForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/price-assignments/$id')({
  loader: () => loadTexts('price-assignments', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <AssignmentForm key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { DepartmentForm } from '@/features/ticket-settings/DepartmentForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-departments/$id')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <DepartmentForm key={id} id={id} />
}

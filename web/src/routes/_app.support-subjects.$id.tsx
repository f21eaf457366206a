import { createFileRoute } from '@tanstack/react-router'
import { SubjectForm } from '@/features/ticket-settings/SubjectForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-subjects/$id')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <SubjectForm key={id} id={id} />
}

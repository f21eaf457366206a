import { createFileRoute } from '@tanstack/react-router'
import { TemplateForm } from '@/features/ticket-settings/TemplateForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/support-templates/$id')({
  loader: () => loadTexts('ticket-settings', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <TemplateForm key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { GroupForm } from '@/features/faq-settings/GroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/faq-groups/$id')({
  loader: () => loadTexts('faq-settings', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <GroupForm key={id} id={id} />
}

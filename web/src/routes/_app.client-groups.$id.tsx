import { createFileRoute } from '@tanstack/react-router'
import { ClientGroupForm } from '@/features/client-groups/ClientGroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/client-groups/$id')({
  loader: () => loadTexts('client-groups', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ClientGroupForm key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ServiceGroupForm } from '@/features/service-groups/ServiceGroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/service-groups/$id')({
  loader: () => loadTexts('service-groups', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ServiceGroupForm key={id} id={id} />
}

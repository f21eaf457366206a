import { createFileRoute } from '@tanstack/react-router'
import { ProviderForm } from '@/features/providers/ProviderForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/providers/$id')({
  loader: () => loadTexts('providers', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ProviderForm key={id} id={id} />
}

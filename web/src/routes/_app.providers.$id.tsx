import { createFileRoute } from '@tanstack/react-router'
import { partySearch } from '@/app/party/records/tabs'
import { ProviderForm } from '@/features/providers/ProviderForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/providers/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('providers', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ProviderForm key={id} id={id} />
}

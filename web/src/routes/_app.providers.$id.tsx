import { createFileRoute } from '@tanstack/react-router'
import { ProviderForm } from '@/features/providers/ProviderForm'
import { loadTexts } from '@/i18n'
import { partySearch } from '@/shared/party/records/tabs'

export const Route = createFileRoute('/_app/providers/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('providers', 'carrier-handovers', 'carrier-links', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ProviderForm key={id} id={id} />
}

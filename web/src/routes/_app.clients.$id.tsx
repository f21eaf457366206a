import { createFileRoute } from '@tanstack/react-router'
import { partySearch } from '@/app/party/records/tabs'
import { ClientForm } from '@/features/clients/ClientForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/clients/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('clients', 'party', 'codes', 'shipments'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ClientForm key={id} id={id} />
}

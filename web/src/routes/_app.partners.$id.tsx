import { createFileRoute } from '@tanstack/react-router'
import { partySearch } from '@/app/party/records/tabs'
import { PartnerForm } from '@/features/partners/PartnerForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/partners/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('partners', 'party', 'codes', 'shipments'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <PartnerForm key={id} id={id} />
}

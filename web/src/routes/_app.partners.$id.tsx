import { createFileRoute } from '@tanstack/react-router'
import { PartnerForm } from '@/features/partners/PartnerForm'
import { loadTexts } from '@/i18n'
import { partySearch } from '@/shared/party/records/tabs'

export const Route = createFileRoute('/_app/partners/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('partners', 'party', 'party-records', 'codes', 'shipment-status'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <PartnerForm key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { SubsidiaryForm } from '@/features/subsidiaries/SubsidiaryForm'
import { loadTexts } from '@/i18n'
import { partySearch } from '@/shared/party/records/tabs'

export const Route = createFileRoute('/_app/subsidiaries/$id')({
  validateSearch: partySearch,
  loader: () => loadTexts('subsidiaries', 'codes', 'shipment-status'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <SubsidiaryForm key={id} id={id} />
}

import { createFileRoute } from '@tanstack/react-router'
import { PartnerEditPage } from '@/features/partners/PartnerEditPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/partners/$id')({
  loader: () => loadTexts('partners', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <PartnerEditPage key={id} id={id} />
}

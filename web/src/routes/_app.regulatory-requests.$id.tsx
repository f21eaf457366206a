import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { RegulatoryRequestPage } from '@/features/regulatory-requests/RegulatoryRequestPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/regulatory-requests/$id')({
  loader: () => loadTexts('regulatory-requests', 'regulatory', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="regulatory_request.show">
      <RegulatoryRequestPage key={id} id={id} />
    </Permitted>
  )
}

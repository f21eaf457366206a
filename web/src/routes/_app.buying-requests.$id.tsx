import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BuyingRequestPage } from '@/features/buying-requests/BuyingRequestPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/buying-requests/$id')({
  loader: () => loadTexts('buying-requests', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="buying_request.show">
      <BuyingRequestPage key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BuyingRequestForm } from '@/features/buying-requests/BuyingRequestForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/buying-requests/new')({
  loader: () => loadTexts('buying-requests', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="buying_request.create" entry="buying_requests">
      <BuyingRequestForm />
    </Permitted>
  )
}

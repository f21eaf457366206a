import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AssignmentForm } from '@/features/price-assignments/AssignmentForm'
import { loadTexts } from '@/i18n'
import { type OfClient, ofClient } from '@/shared/choices/of-client'

/** From the prices of a client, the assignment is for that client. */
export const Route = createFileRoute('/_app/price-assignments/new')({
  validateSearch: (raw: { client_id?: unknown }): OfClient => ofClient(raw),
  loader: () => loadTexts('price-assignments', 'codes'),
  component: Create,
})

function Create() {
  const { client_id } = Route.useSearch()
  return (
    <Permitted to="price_assignment.create">
      <AssignmentForm key={client_id} clientId={client_id} />
    </Permitted>
  )
}

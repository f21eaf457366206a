import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { UserForm } from '@/features/users/UserForm'
import { loadTexts } from '@/i18n'
import { type OfClient, ofClient } from '@/shared/choices/of-client'

/** From the page of a client, the user is one of that client. */
export const Route = createFileRoute('/_app/users/new')({
  validateSearch: (raw: { client_id?: unknown }): OfClient => ofClient(raw),
  loader: () => loadTexts('users', 'codes'),
  component: Create,
})

function Create() {
  const { client_id } = Route.useSearch()
  return (
    <Permitted to="user.create">
      <UserForm key={client_id} clientId={client_id} />
    </Permitted>
  )
}

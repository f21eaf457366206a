import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ClientGroupForm } from '@/features/client-groups/ClientGroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/client-groups/new')({
  loader: () => loadTexts('client-groups', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="client_group.create" entry="client_groups">
      <ClientGroupForm />
    </Permitted>
  )
}

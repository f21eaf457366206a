import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ClientForm } from '@/features/clients/ClientForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/clients/new')({
  loader: () => loadTexts('clients', 'party', 'codes', 'shipment-status'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="client.create" entry="clients">
      <ClientForm />
    </Permitted>
  )
}

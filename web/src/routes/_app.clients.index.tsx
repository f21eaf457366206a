import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ClientsPage } from '@/features/clients/ClientsPage'
import { clientList } from '@/features/clients/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/clients/')({
  validateSearch: clientList.validate,
  search: { middlewares: [stripSearchParams(clientList.defaults)] },
  loader: () => loadTexts('clients', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="clients" right="client.list">
      <ClientsPage />
    </OnMenu>
  )
}

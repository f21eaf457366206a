import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ClientGroupsPage } from '@/features/client-groups/ClientGroupsPage'
import { clientGroupList } from '@/features/client-groups/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/client-groups/')({
  validateSearch: clientGroupList.validate,
  search: { middlewares: [stripSearchParams(clientGroupList.defaults)] },
  loader: () => loadTexts('client-groups', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="client_groups" right="client_group.list">
      <ClientGroupsPage />
    </OnMenu>
  )
}

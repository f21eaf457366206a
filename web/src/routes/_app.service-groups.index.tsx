import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { serviceGroupList } from '@/features/service-groups/list'
import { ServiceGroupsPage } from '@/features/service-groups/ServiceGroupsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/service-groups/')({
  validateSearch: serviceGroupList.validate,
  search: { middlewares: [stripSearchParams(serviceGroupList.defaults)] },
  loader: () => loadTexts('service-groups', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="service_groups" right="service_group.list">
      <ServiceGroupsPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { routeList } from '@/features/routes/list'
import { RoutesPage } from '@/features/routes/RoutesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/routes/')({
  validateSearch: routeList.validate,
  search: { middlewares: [stripSearchParams(routeList.defaults)] },
  loader: () => loadTexts('routes', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="routes" right="route.list">
      <RoutesPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { subsidiaryList } from '@/features/subsidiaries/list'
import { SubsidiariesPage } from '@/features/subsidiaries/SubsidiariesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/subsidiaries/')({
  validateSearch: subsidiaryList.validate,
  search: { middlewares: [stripSearchParams(subsidiaryList.defaults)] },
  loader: () => loadTexts('subsidiaries', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="subsidiaries" right="subsidiary.list">
      <SubsidiariesPage />
    </OnMenu>
  )
}

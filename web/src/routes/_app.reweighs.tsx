import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { reweighList } from '@/features/reweighs/list'
import { ReweighsPage } from '@/features/reweighs/ReweighsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/reweighs')({
  validateSearch: reweighList.validate,
  search: { middlewares: [stripSearchParams(reweighList.defaults)] },
  loader: () => loadTexts('reweighs', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="reweighs" right="reweigh.decide">
      <ReweighsPage />
    </OnMenu>
  )
}

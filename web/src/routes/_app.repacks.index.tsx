import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { repackList } from '@/features/repacks/list'
import { RepacksPage } from '@/features/repacks/RepacksPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/repacks/')({
  validateSearch: repackList.validate,
  search: { middlewares: [stripSearchParams(repackList.defaults)] },
  loader: () => loadTexts('repacks', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="repacks" right="repack.list">
      <RepacksPage />
    </OnMenu>
  )
}

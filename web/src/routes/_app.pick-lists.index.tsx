import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { pickListList } from '@/features/pick-lists/list'
import { PickListsPage } from '@/features/pick-lists/PickListsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/pick-lists/')({
  validateSearch: pickListList.validate,
  search: { middlewares: [stripSearchParams(pickListList.defaults)] },
  loader: () => loadTexts('pick-lists', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="pick_lists" right="pick_list.list">
      <PickListsPage />
    </OnMenu>
  )
}

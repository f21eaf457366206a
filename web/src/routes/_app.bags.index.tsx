import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { BagsPage } from '@/features/bags/BagsPage'
import { bagList } from '@/features/bags/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/bags/')({
  validateSearch: bagList.validate,
  search: { middlewares: [stripSearchParams(bagList.defaults)] },
  loader: () => loadTexts('bags', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="bags" right="bag.list">
      <BagsPage />
    </OnMenu>
  )
}

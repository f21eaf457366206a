import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { BreakBagsPage } from '@/features/break-bags/BreakBagsPage'
import { breakBagList } from '@/features/break-bags/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/break-bags/')({
  validateSearch: breakBagList.validate,
  search: { middlewares: [stripSearchParams(breakBagList.defaults)] },
  loader: () => loadTexts('break-bags', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="mawbs" right="break_bag.list">
      <BreakBagsPage />
    </OnMenu>
  )
}

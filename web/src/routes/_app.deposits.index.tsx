import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { DepositsPage } from '@/features/deposits/DepositsPage'
import { depositList } from '@/features/deposits/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/deposits/')({
  validateSearch: depositList.validate,
  search: { middlewares: [stripSearchParams(depositList.defaults)] },
  loader: () => loadTexts('deposits', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="deposits" right="deposit.list">
      <DepositsPage />
    </OnMenu>
  )
}

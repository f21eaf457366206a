import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { BuyingRequestsPage } from '@/features/buying-requests/BuyingRequestsPage'
import { buyingRequestList } from '@/features/buying-requests/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/buying-requests/')({
  validateSearch: buyingRequestList.validate,
  search: { middlewares: [stripSearchParams(buyingRequestList.defaults)] },
  loader: () => loadTexts('buying-requests', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="buying_requests" right="buying_request.list">
      <BuyingRequestsPage />
    </OnMenu>
  )
}

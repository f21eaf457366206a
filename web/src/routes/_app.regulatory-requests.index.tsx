import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { regulatoryList } from '@/features/regulatory-requests/list'
import { RegulatoryRequestsPage } from '@/features/regulatory-requests/RegulatoryRequestsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/regulatory-requests/')({
  validateSearch: regulatoryList.validate,
  search: { middlewares: [stripSearchParams(regulatoryList.defaults)] },
  loader: () => loadTexts('regulatory-requests', 'regulatory', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="regulatory_requests" right="regulatory_request.list">
      <RegulatoryRequestsPage />
    </OnMenu>
  )
}

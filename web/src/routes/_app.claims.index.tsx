import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ClaimsPage } from '@/features/claims/ClaimsPage'
import { claimList } from '@/features/claims/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/claims/')({
  validateSearch: claimList.validate,
  search: { middlewares: [stripSearchParams(claimList.defaults)] },
  loader: () => loadTexts('claims', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="claims" right="claim.list">
      <ClaimsPage />
    </OnMenu>
  )
}

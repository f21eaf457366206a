import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { purchaseList } from '@/features/purchases/list'
import { PurchasesPage } from '@/features/purchases/PurchasesPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/purchases/')({
  validateSearch: purchaseList.validate,
  search: { middlewares: [stripSearchParams(purchaseList.defaults)] },
  loader: () => loadTexts('purchases', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="purchases" right="purchase.list">
      <PurchasesPage />
    </OnMenu>
  )
}

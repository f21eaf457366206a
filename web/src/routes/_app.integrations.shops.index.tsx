import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { shopList } from '@/features/shops/list'
import { ShopsPage } from '@/features/shops/ShopsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/integrations/shops/')({
  validateSearch: shopList.validate,
  search: { middlewares: [stripSearchParams(shopList.defaults)] },
  loader: () => loadTexts('shops', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="integrations" right="shop.list">
      <ShopsPage />
    </OnMenu>
  )
}

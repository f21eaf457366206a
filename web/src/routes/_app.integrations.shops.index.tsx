import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { HostPage } from '@/features/shops/HostPage'
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
  const { can } = useProfile()
  const isHostAlone = !can['shop.list'] && can['order_layer.show'] === true
  return (
    <OnMenu entry="integrations" right={isHostAlone ? 'order_layer.show' : 'shop.list'}>
      {isHostAlone ? <HostPage /> : <ShopsPage />}
    </OnMenu>
  )
}

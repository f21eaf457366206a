import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { DeliveriesPage } from '@/features/deliveries/DeliveriesPage'
import { deliveryList } from '@/features/deliveries/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-deliveries/')({
  validateSearch: deliveryList.validate,
  search: { middlewares: [stripSearchParams(deliveryList.defaults)] },
  loader: () => loadTexts('deliveries', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="deliveries" right="delivery.list">
      <DeliveriesPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { pickupList } from '@/features/pickups/list'
import { PickupsPage } from '@/features/pickups/PickupsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/shipment-pickups/')({
  validateSearch: pickupList.validate,
  search: { middlewares: [stripSearchParams(pickupList.defaults)] },
  loader: () => loadTexts('pickups', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="pickups" right="pickup.list">
      <PickupsPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { InboundParcelsPage } from '@/features/inbound-parcels/InboundParcelsPage'
import { inboundParcelList } from '@/features/inbound-parcels/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inbound-parcels/')({
  validateSearch: inboundParcelList.validate,
  search: { middlewares: [stripSearchParams(inboundParcelList.defaults)] },
  loader: () => loadTexts('inbound-parcels', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="inbound_parcels" right="inbound_parcel.list">
      <InboundParcelsPage />
    </OnMenu>
  )
}

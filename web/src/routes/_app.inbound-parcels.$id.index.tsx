import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InboundParcelPage } from '@/features/inbound-parcels/InboundParcelPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inbound-parcels/$id/')({
  loader: () => loadTexts('inbound-parcels', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="inbound_parcel.show">
      <InboundParcelPage key={id} id={id} />
    </Permitted>
  )
}

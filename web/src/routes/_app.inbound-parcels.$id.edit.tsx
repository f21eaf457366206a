import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InboundParcelForm } from '@/features/inbound-parcels/InboundParcelForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/inbound-parcels/$id/edit')({
  loader: () => loadTexts('inbound-parcels', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="inbound_parcel.update">
      <InboundParcelForm key={id} id={id} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { InboundParcelForm } from '@/features/inbound-parcels/InboundParcelForm'
import { loadTexts } from '@/i18n'
import { ofClient } from '@/shared/choices/of-client'

export const Route = createFileRoute('/_app/inbound-parcels/new')({
  validateSearch: ofClient,
  loader: () => loadTexts('inbound-parcels', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="inbound_parcel.create">
      <InboundParcelForm {...Route.useSearch()} />
    </Permitted>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PartnerForm } from '@/features/partners/PartnerForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/partners/new')({
  loader: () => loadTexts('partners', 'party', 'party-records', 'codes', 'shipment-status'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="partner.create">
      <PartnerForm />
    </Permitted>
  )
}

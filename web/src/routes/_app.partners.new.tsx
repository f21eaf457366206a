import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/app/Permitted'
import { PartnerCreatePage } from '@/features/partners/PartnerCreatePage'

export const Route = createFileRoute('/_app/partners/new')({ component: Create })

function Create() {
  return (
    <Permitted to="partner.create">
      <PartnerCreatePage />
    </Permitted>
  )
}

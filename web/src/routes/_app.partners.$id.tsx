import { createFileRoute } from '@tanstack/react-router'
import { PartnerEditPage } from '@/features/partners/PartnerEditPage'

export const Route = createFileRoute('/_app/partners/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  return <PartnerEditPage key={id} id={id} />
}

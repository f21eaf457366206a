import { createFileRoute } from '@tanstack/react-router'
import { SubsidiaryEditPage } from '@/features/subsidiaries/SubsidiaryEditPage'

export const Route = createFileRoute('/_app/subsidiaries/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  return <SubsidiaryEditPage key={id} id={id} />
}

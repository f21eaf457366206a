import { createFileRoute } from '@tanstack/react-router'
import { SubsidiaryEditPage } from '@/features/subsidiaries/SubsidiaryEditPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/subsidiaries/$id')({
  loader: () => loadTexts('subsidiaries', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <SubsidiaryEditPage key={id} id={id} />
}

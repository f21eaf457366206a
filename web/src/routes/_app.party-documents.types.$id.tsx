import { createFileRoute } from '@tanstack/react-router'
import { DocumentTypeForm } from '@/features/party-documents/types/DocumentTypeForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/party-documents/types/$id')({
  loader: () => loadTexts('document-types', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <DocumentTypeForm key={id} id={id} />
}

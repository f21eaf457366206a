import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DocumentTypeForm } from '@/features/party-documents/types/DocumentTypeForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/party-documents/types/new')({
  loader: () => loadTexts('document-types', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="document_type.create">
      <DocumentTypeForm />
    </Permitted>
  )
}

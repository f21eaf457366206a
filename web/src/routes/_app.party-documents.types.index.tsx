import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { DocumentTypesPage } from '@/features/party-documents/types/DocumentTypesPage'
import { documentTypeList } from '@/features/party-documents/types/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/party-documents/types/')({
  validateSearch: documentTypeList.validate,
  search: { middlewares: [stripSearchParams(documentTypeList.defaults)] },
  loader: () => loadTexts('document-types', 'party-documents', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="party_documents" right="document_type.list">
      <DocumentTypesPage />
    </OnMenu>
  )
}

import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { partyDocumentList } from '@/features/party-documents/list'
import { PartyDocumentsPage } from '@/features/party-documents/PartyDocumentsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/party-documents/')({
  validateSearch: partyDocumentList.validate,
  search: { middlewares: [stripSearchParams(partyDocumentList.defaults)] },
  // The filter and the form of a newer version have the texts of the owner's documents.
  loader: () => loadTexts('party-documents', 'party-records', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="party_documents" right="party_document.list">
      <PartyDocumentsPage />
    </OnMenu>
  )
}

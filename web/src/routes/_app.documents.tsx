import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { DocumentsPage } from '@/features/documents/DocumentsPage'
import { documentList } from '@/features/documents/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/documents')({
  validateSearch: documentList.validate,
  search: { middlewares: [stripSearchParams(documentList.defaults)] },
  loader: () => loadTexts('documents', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="documents" right="invoice.list">
      <DocumentsPage />
    </OnMenu>
  )
}

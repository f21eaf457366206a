import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { shipmentDocumentList } from '@/features/party-documents/shipments/list'
import { ShipmentDocumentsPage } from '@/features/party-documents/shipments/ShipmentDocumentsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/party-documents/shipments')({
  validateSearch: shipmentDocumentList.validate,
  search: { middlewares: [stripSearchParams(shipmentDocumentList.defaults)] },
  // The form of a newer version says which files it takes, as that of a party's document.
  loader: () => loadTexts('party-documents', 'party-records', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="regulatory_requests" right="regulatory_request.list">
      <ShipmentDocumentsPage />
    </OnMenu>
  )
}

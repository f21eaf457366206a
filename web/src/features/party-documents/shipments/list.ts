import {
  type DocumentState,
  type RegulatoryDocumentListParams,
  regulatoryDocumentKindValues,
} from '@/api/schema'
import { day, listSpec, oneOf } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'
import { DOCUMENT_STATES } from '../list'

/** Parameters of the list of documents of shipments in the address. */
export const shipmentDocumentList = listSpec({
  name: 'shipment-documents',
  sortable: ['uploaded_at', 'expires_on', 'kind', 'tracking_code'],
  filters: {
    state: oneOf(DOCUMENT_STATES),
    kind: oneOf(regulatoryDocumentKindValues),
    expires_until: day,
  },
  defaults: { state: 'all' },
})

export type ShipmentDocumentListState = ListState<typeof shipmentDocumentList.defaults>

/** The query of the call: the tab of all has no state. */
export function queryOf({
  state,
  ...query
}: ShipmentDocumentListState['query']): RegulatoryDocumentListParams {
  const isAll = state === 'all' || state === undefined
  return isAll ? query : { ...query, state: state as DocumentState }
}

/** The file of a document, at the address of its request. */
export const fileUrl = ({ request_id, id }: { request_id: string; id: string }) =>
  `/api/backoffice/anvisa_solicita/${request_id}/documents/${id}`

import { RegulatoryStatus, regulatoryCategoryValues, regulatoryStatusValues } from '@/api/schema'
import { listSpec, oneOf, severalOf, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** Parameters of the list of regulatory requests in the address. */
export const regulatoryList = listSpec({
  name: 'regulatory_requests',
  sortable: ['tracking_code', 'anvisa_solicita_status', 'demand_due_on', 'created_at', 'updated_at'],
  filters: {
    status: severalOf([...regulatoryStatusValues, 'ALL_STATUS']),
    category: oneOf(regulatoryCategoryValues),
    demand: yesOrNo,
  },
})

export type RegulatoryListState = ListState<typeof regulatoryList.defaults>

const codes = (...statuses: RegulatoryStatus[]) => statuses.join(',')

/** The stages of work, as values of the filter by status. */
export const STAGES = [
  { id: 'open', status: codes(RegulatoryStatus.NotRequested) },
  { id: 'pending', status: codes(RegulatoryStatus.Pending) },
  {
    id: 'running',
    status: codes(
      RegulatoryStatus.WaitingProtocol,
      RegulatoryStatus.ProcessingProtocol,
      RegulatoryStatus.WaitingConfirmation,
      RegulatoryStatus.ProcessingConfirmation,
    ),
  },
  {
    id: 'failed',
    status: codes(RegulatoryStatus.Error, RegulatoryStatus.ErrorProtocol, RegulatoryStatus.ErrorConfirmation),
  },
  { id: 'done', status: codes(RegulatoryStatus.Done) },
] as const

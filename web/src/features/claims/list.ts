import { claimKindValues } from '@/api/schema'
import { day, listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** Those that wait, the decided ones and all, in the order of the tabs. */
export const CLAIM_TABS = ['open', 'approved', 'paid', 'refused', 'withdrawn', 'all'] as const

/** Parameters of the list of claims in the address. Without a tab it has those that wait for a decision. */
export const claimList = listSpec({
  name: 'claims',
  sortable: ['opened_at', 'claimed_amount', 'decided_at', 'client_name'],
  filters: {
    status: oneOf(CLAIM_TABS),
    kind: oneOf(claimKindValues),
    client_id: recordId,
    shipment_id: recordId,
    from: day,
    to: day,
  },
  defaults: { status: 'open' },
})

import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** States in the order of the tabs. */
export const COD_PAYOUT_TABS = ['all', '20', '80'] as const

/** Parameters of the list of payouts in the address. */
export const codPayoutList = listSpec({
  name: 'cod-payouts',
  sortable: ['created_at', 'number', 'client_name', 'amount', 'paid_on'],
  filters: { status: oneOf(COD_PAYOUT_TABS), client_id: recordId },
  defaults: { status: 'all' },
})

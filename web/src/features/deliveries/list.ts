import { day, listSpec, oneOf, recordId, yesOrNo } from '@/ui/table/list-spec'

/** In the order of the tabs. */
export const DELIVERY_TABS = ['10', '20', '30', '50', '45', '40', '60', '0', 'all'] as const

/** Parameters of the list of deliveries in the address. Without a tab it has those that wait. */
export const deliveryList = listSpec({
  name: 'deliveries',
  sortable: ['on_date', 'created_at', 'number', 'recipient_name', 'city', 'attempts'],
  filters: {
    status: oneOf(DELIVERY_TABS),
    driver_id: recordId,
    has_tasks: yesOrNo,
    has_cash: yesOrNo,
    from: day,
    to: day,
  },
  defaults: { status: '10' },
})

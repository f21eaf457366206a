import { listSpec, oneOf, recordId } from '@/ui/table/list-spec'

/** In the order of the tabs. */
export const MANIFEST_TABS = ['all', 'open', 'closed', 'sent', 'accepted', 'rejected', 'cancelled'] as const

/** Parameters of the list of manifests in the address. */
export const manifestList = listSpec({
  name: 'manifests',
  sortable: ['created_at', 'number', 'house_count', 'closed_at', 'sent_at'],
  filters: { stage: oneOf(MANIFEST_TABS), partner_id: recordId, provider_id: recordId },
  defaults: { stage: 'all' },
})

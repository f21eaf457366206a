import { listSpec } from '@/ui/table/list-spec'

/** Parameters of the list of waiting e-mails in the address. */
export const ticketMailList = listSpec({ name: 'support-mails', sortable: ['received_at'], filters: {} })

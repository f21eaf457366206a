import { day, listSpec, oneOf, recordId, words } from '@/ui/table/list-spec'

export const STAFF_TABS = ['all', 'draft', 'open', 'overdue', 'paid', 'void', 'credit_note'] as const
/** A client sees no drafts. */
export const CLIENT_TABS = ['all', 'open', 'overdue', 'paid', 'void', 'credit_note'] as const

export type InvoiceTab = (typeof STAFF_TABS)[number]

/** Parameters of the list of invoices in the address. */
export const invoiceList = listSpec({
  name: 'invoices',
  sortable: ['number', 'client_name', 'issued_at', 'due_on', 'total', 'open_amount', 'created_at'],
  filters: { tab: oneOf(STAFF_TABS), client_id: recordId, currency: words, from: day, to: day },
  defaults: { tab: 'all' },
})

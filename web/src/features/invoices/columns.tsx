import type { TFunction } from 'i18next'
import type { InvoiceSummary } from '@/api/schema'
import type { Format } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { dueText, invoiceLook } from './status'

type Words = { t: TFunction<'invoices'>; format: Format; isStaff: boolean }

/** The number, or that it has none yet. */
export const nameOf = ({ number, kind, client_name }: InvoiceSummary, t: TFunction<'invoices'>) => {
  if (!number) return t('draftOf', { client: client_name })
  return kind === 'credit_note' ? t('creditNamed', { number }) : t('named', { number })
}

/** An amount that the client still owes. */
export const isOpen = ({ open_amount }: Pick<InvoiceSummary, 'open_amount'>) => Number(open_amount) > 0

export const invoiceColumns = ({ t, format, isStaff }: Words): Column<InvoiceSummary>[] => [
  {
    id: 'number',
    header: t('field.number'),
    main: true,
    sortable: true,
    width: 144,
    cell: ({ number }) => number ?? t('draft'),
    below: ({ kind, client_name }) =>
      [kind === 'credit_note' && t('creditNote'), isStaff && client_name].filter(Boolean).join(' · '),
  },
  {
    id: 'status',
    header: t('field.status'),
    width: 146,
    cell: (invoice) => <StatusBadge status={invoiceLook(invoice, t)} />,
    text: (invoice) => invoiceLook(invoice, t).label,
  },
  {
    id: 'issued_at',
    roomy: true,
    header: t('field.issued'),
    sortable: true,
    width: 110,
    cell: ({ issued_at }) => issued_at && format.date(issued_at),
    text: ({ issued_at }) => (issued_at ? new Date(issued_at) : ''),
  },
  {
    id: 'due_on',
    header: t('field.due'),
    sortable: true,
    width: 112,
    cell: ({ due_on }) => due_on && format.day(due_on),
    below: (invoice) => isOpen(invoice) && invoice.due_on && dueText(invoice.due_on, format.today(), t),
  },
  {
    id: 'total',
    header: t('field.total'),
    sortable: true,
    align: 'right',
    width: 118,
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    text: ({ total }) => Number(total),
  },
  {
    id: 'open_amount',
    header: t('field.open'),
    sortable: true,
    align: 'right',
    width: 118,
    cell: (invoice) => isOpen(invoice) && <Money amount={invoice.open_amount} currency={invoice.currency} />,
    text: ({ open_amount }) => Number(open_amount),
  },
  {
    id: 'created_at',
    header: t('field.created'),
    sortable: true,
    optional: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]

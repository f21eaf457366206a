import {
  IconBan,
  IconCash,
  IconCircleCheck,
  IconEye,
  IconFileMinus,
  IconFileTypePdf,
  IconMail,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateInvoiceList,
  invoiceDelete,
  invoiceIssue,
  invoiceSend,
  invoiceVoid,
} from '@/api/generated/endpoints/finance/finance'
import type { Invoice, InvoiceSummary, ProfileMenu } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { pdfUrl, printInvoice } from './pdf'
import { refreshInvoices } from './refresh'

const CreditDialog = lazy(() => onceOnline(() => import('./CreditDialog')))
const IssueInvoices = lazy(() => onceOnline(() => import('./IssueInvoices')))
const ItemDialog = lazy(() => onceOnline(() => import('./ItemDialog')))
const PaymentDialog = lazy(() => onceOnline(() => import('./PaymentDialog')))

/** Drafts that one process issues. */
const MOST_DRAFTS = 1000

type InvoiceAction = RecordAction<InvoiceSummary, Invoice>

const hasNumber = ({ number }: InvoiceSummary) => number !== null

/** Its paper, and the draft of it. */
const paper = (
  t: TFunction<'invoices'>,
): Record<'open' | 'pdf' | 'edit' | 'addItem' | 'print', InvoiceAction> => ({
  open: { only: 'list', label: t('action.open'), icon: IconEye, to: paths['invoices.show'] },
  pdf: {
    when: hasNumber,
    label: t('action.pdf'),
    icon: IconFileTypePdf,
    button: 'plain',
    to: ({ id }) => pdfUrl(id),
    newTab: true,
  },
  edit: {
    only: 'page',
    verb: 'update',
    label: t('action.edit'),
    icon: IconPencil,
    to: paths['invoices.edit'],
  },
  addItem: {
    only: 'page',
    verb: 'update',
    label: t('action.addItem'),
    icon: IconPlus,
    button: 'plain',
    dialog: (invoice, { opened, onClose }) => (
      <ItemDialog invoice={invoice} opened={opened} onClose={onClose} />
    ),
  },
  print: {
    only: 'page',
    when: hasNumber,
    label: t('action.print'),
    icon: IconPrinter,
    start: ({ id }) => printInvoice(id),
  },
})

/** Money that comes in, or goes back. */
const money = (t: TFunction<'invoices'>): Record<'pay' | 'credit', InvoiceAction> => ({
  pay: {
    only: 'page',
    verb: 'pay',
    label: t('action.pay'),
    icon: IconCash,
    button: 'main',
    dialog: (invoice, { opened, onClose }) => (
      <PaymentDialog invoice={invoice} opened={opened} onClose={onClose} />
    ),
  },
  credit: {
    only: 'page',
    verb: 'credit',
    label: t('action.credit'),
    icon: IconFileMinus,
    dialog: (invoice, { opened, onClose }) => (
      <CreditDialog invoice={invoice} opened={opened} onClose={onClose} />
    ),
  },
})

/** Issued, sent, void or deleted. */
const steps = (
  t: TFunction<'invoices'>,
  { clients }: ProfileMenu,
  format: Format,
): Record<'issue' | 'send' | 'makeVoid' | 'remove', InvoiceAction> => ({
  issue: {
    verb: 'issue',
    label: t('action.issue'),
    icon: IconCircleCheck,
    button: 'main',
    ask: ({ total, currency, client_name }) => ({
      title: t('issue.one', { total: format.money(total, currency), client: client_name }),
      text: t('issue.text'),
    }),
    run: ({ id, version }) => invoiceIssue(id, { version }),
    done: (_, { number }) => t('issue.done', { number: number ?? '' }),
    bulk: { most: MOST_DRAFTS, tooMany: t('issue.tooMany', { max: MOST_DRAFTS }), dialog: IssueInvoices },
  },
  send: {
    verb: 'send',
    label: t('action.send'),
    icon: IconMail,
    ask: ({ number, client_id, client_name }) => ({
      title: t('send.title', { number }),
      text: t('send.text'),
      ...(clients && {
        ways: {
          invoice_without_recipient: {
            to: `${paths['clients.edit']({ id: client_id })}?tab=contacts`,
            text: client_name,
          },
        },
      }),
    }),
    run: ({ id }) => invoiceSend(id),
    done: () => t('send.done'),
  },
  makeVoid: {
    verb: 'void',
    label: t('action.void'),
    icon: IconBan,
    danger: true,
    reason: ({ number }) => ({
      title: t('void.title', { number }),
      about: t('void.text'),
      label: t('void.reason'),
      text: t('void.reasonText'),
    }),
    run: ({ id, version }, reason) => invoiceVoid(id, { reason, version }),
    done: ({ number }: InvoiceSummary) => t('void.done', { number }),
  },
  remove: {
    verb: 'delete',
    label: t('action.delete'),
    icon: IconTrash,
    danger: true,
    ask: ({ total, currency, client_name }) => ({
      title: t('delete.title', { total: format.money(total, currency), client: client_name }),
      text: t('delete.text'),
    }),
    remove: ({ id }) => invoiceDelete(id),
    done: () => t('delete.done'),
  },
})

function invoiceActions(t: TFunction<'invoices'>, menu: ProfileMenu, format: Format): InvoiceAction[] {
  const { open, pdf, edit, addItem, print } = paper(t)
  const { pay, credit } = money(t)
  const { issue, send, makeVoid, remove } = steps(t, menu, format)
  return [open, pdf, pay, issue, addItem, edit, print, send, credit, makeVoid, remove]
}

/** What can be done with an invoice, in the list and on its page. */
export function useInvoiceActions() {
  const { t } = useTranslation('invoices')
  const { menu } = useProfile()
  const format = useFormat()
  return useRecordActions<InvoiceSummary, Invoice>({
    actions: invoiceActions(t, menu, format),
    refresh: refreshInvoices,
    deleted: { refresh: invalidateInvoiceList, leaveTo: paths['invoices.index']() },
  })
}

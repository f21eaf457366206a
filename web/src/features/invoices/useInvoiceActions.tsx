import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateInvoiceList,
  invoiceDelete,
  invoiceIssue,
  invoiceSend,
} from '@/api/generated/endpoints/finance/finance'
import type { Invoice, InvoiceSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { refreshInvoices } from './refresh'

const CreditDialog = lazy(() => onceOnline(() => import('./CreditDialog')))
const PaymentDialog = lazy(() => onceOnline(() => import('./PaymentDialog')))
const VoidDialog = lazy(() => onceOnline(() => import('./VoidDialog')))

/** Actions that ask in a dialog of their own. */
type Dialog = { what: 'void'; invoice: InvoiceSummary } | { what: 'pay' | 'credit'; invoice: Invoice }

/** Issues, sends and deletes after a question. */
export function useInvoiceSteps() {
  const { t } = useTranslation('invoices')
  const client = useQueryClient()
  const navigate = useNavigate()

  async function issue({ id, version }: InvoiceSummary) {
    let number = ''
    const isDone = await confirm({
      title: t('issue.title', { count: 1 }),
      text: t('issue.text'),
      action: t('action.issue'),
      run: async () => {
        const { data } = await invoiceIssue(id, { version })
        number = data.number ?? ''
        refreshInvoices(client, data)
      },
    })
    if (isDone) notify.success(t('issue.done', { number }))
  }

  async function send({ id, number }: InvoiceSummary) {
    const isDone = await confirm({
      title: t('send.title', { number }),
      text: t('send.text'),
      action: t('action.send'),
      run: async () => refreshInvoices(client, (await invoiceSend(id)).data),
    })
    if (isDone) notify.success(t('send.done'))
  }

  async function remove({ id }: InvoiceSummary) {
    const isDone = await confirm({
      title: t('delete.title'),
      text: t('delete.text'),
      action: t('action.delete'),
      danger: true,
      run: () => invoiceDelete(id),
    })
    if (!isDone) return
    void invalidateInvoiceList(client)
    notify.success(t('delete.done'))
    void navigate({ href: paths['invoices.index']() })
  }

  return {
    issue: (invoice: InvoiceSummary) => void issue(invoice),
    send: (invoice: InvoiceSummary) => void send(invoice),
    remove: (invoice: InvoiceSummary) => void remove(invoice),
  }
}

/** The steps, and the actions that ask for more than yes or no. `dialog` stands in the page. */
export function useInvoiceActions() {
  const steps = useInvoiceSteps()
  const [asked, setAsked] = useState<Dialog>()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  function ask(dialog: Dialog) {
    setAsked(dialog)
    setOpened(true)
  }
  return {
    ...steps,
    pay: (invoice: Invoice) => ask({ what: 'pay', invoice }),
    credit: (invoice: Invoice) => ask({ what: 'credit', invoice }),
    makeVoid: (invoice: InvoiceSummary) => ask({ what: 'void', invoice }),
    dialog: asked && (
      <Suspense>
        {asked.what === 'pay' && <PaymentDialog invoice={asked.invoice} opened={opened} onClose={close} />}
        {asked.what === 'credit' && <CreditDialog invoice={asked.invoice} opened={opened} onClose={close} />}
        {asked.what === 'void' && <VoidDialog invoice={asked.invoice} opened={opened} onClose={close} />}
      </Suspense>
    ),
  }
}

export type InvoiceActions = ReturnType<typeof useInvoiceActions>

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInvoiceShow } from '@/api/generated/endpoints/finance/finance'
import type { Invoice } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { useProfile } from '@/context/session'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useInvoiceActions } from './actions'
import { isOpen, nameOf } from './columns'
import { Document } from './Document'
import classes from './Document.module.css'
import { HowToPay } from './HowToPay'
import { Settled } from './Settled'
import { dueText, invoiceLook } from './status'

/** One invoice or credit note: its paper, what is still to pay, and how. */
export function InvoicePage({ id }: { id: string }) {
  const { t } = useTranslation('invoices')
  return (
    <RecordPage
      result={useInvoiceShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={(invoice) => nameOf(invoice, t)}
      badge={(invoice) => <StatusBadge status={invoiceLook(invoice, t)} />}
      actions={useInvoiceActions()}
      side={(invoice) => (
        <>
          <State invoice={invoice} />
          {isOpen(invoice) && <HowToPay invoice={invoice} />}
          {invoice.kind === 'invoice' && invoice.number && <Settled invoice={invoice} />}
        </>
      )}
    >
      {(invoice) => <Document invoice={invoice} />}
    </RecordPage>
  )
}

const leadOf = (invoice: Invoice) => {
  if (invoice.status === 'draft') return 'draft'
  if (invoice.status === 'void') return 'void'
  if (invoice.kind === 'credit_note') return 'credit'
  if (isOpen(invoice)) return 'due'
  if (Number(invoice.credited) === 0) return 'paid'
  return Number(invoice.paid) > 0 ? 'kept' : 'credited'
}

/** The amount of the lead: what is to pay, or what the company keeps of it, or all. */
const amountOf = (invoice: Invoice, lead: ReturnType<typeof leadOf>) => {
  if (lead === 'due') return invoice.open_amount
  return lead === 'kept' ? invoice.paid : invoice.total
}

/** The debt, its due date, and whether the client has the invoice. */
function State({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { is_outside } = useProfile()
  const { due_on, currency, void_reason, emailed_at, number } = invoice
  const lead = leadOf(invoice)
  return (
    <PageCard label={t('field.open')}>
      <Text size="sm" c="dimmed">
        {t(`isTotal.${lead}`)}
      </Text>
      <p className={classes.lead}>
        <Money amount={amountOf(invoice, lead)} currency={currency} />
      </p>
      {lead === 'due' && due_on && (
        <Text size="sm" mt="xs">
          {format.day(due_on)} · {dueText(due_on, format.today(), t)}
        </Text>
      )}
      {void_reason && (
        <Text size="sm" mt="xs">
          {t('doc.voidReason', { reason: void_reason })}
        </Text>
      )}
      {!is_outside && number && (
        <Facts className={classes.emailed}>
          <Fact label={t('doc.emailed')}>
            {emailed_at ? <Moment at={emailed_at} /> : t('doc.notEmailed')}
          </Fact>
        </Facts>
      )}
    </PageCard>
  )
}

import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInvoiceShow } from '@/api/generated/endpoints/finance/finance'
import type { Invoice } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { isOpen, nameOf } from './columns'
import { Document, Fact } from './Document'
import classes from './Document.module.css'
import { HowToPay } from './HowToPay'
import { InvoiceButtons } from './InvoiceButtons'
import { Settled } from './Settled'
import { dueText, invoiceLook } from './status'
import { useInvoiceActions } from './useInvoiceActions'

/** One invoice or credit note: its paper, what is still to pay, and how. */
export function InvoicePage({ id }: { id: string }) {
  const { t } = useTranslation('invoices')
  const result = useInvoiceShow(id)
  const actions = useInvoiceActions()
  const invoice = result.data?.data
  return (
    <ResourcePage
      title={invoice ? nameOf(invoice, t) : t('one')}
      aside={invoice && <StatusBadge status={invoiceLook(invoice, t)} />}
      action={invoice && <InvoiceButtons invoice={invoice} actions={actions} />}
    >
      {invoice && (
        <div className={classes.columns}>
          <div className={classes.side}>
            <State invoice={invoice} />
            {isOpen(invoice) && <HowToPay invoice={invoice} />}
            {invoice.kind === 'invoice' && invoice.number && <Settled invoice={invoice} />}
          </div>
          <Document invoice={invoice} />
        </div>
      )}
      {!invoice && result.error ? <LoadFailure title={t('failed')} result={result} /> : null}
      {!invoice && !result.error && <Skeleton h="60vh" radius="md" />}
      {actions.dialog}
    </ResourcePage>
  )
}

const leadOf = (invoice: Invoice) => {
  if (invoice.status === 'draft') return 'draft'
  if (invoice.status === 'void') return 'void'
  if (invoice.kind === 'credit_note') return 'credit'
  return isOpen(invoice) ? 'due' : 'paid'
}

/** The debt, its due date, and whether the client has the invoice. */
function State({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { is_outside } = useProfile()
  const { due_on, open_amount, total, currency, void_reason, emailed_at, number } = invoice
  const lead = leadOf(invoice)
  return (
    <section className={classes.card} aria-label={t('field.open')}>
      <Text size="sm" c="dimmed">
        {t(`isTotal.${lead}`)}
      </Text>
      <p className={classes.lead}>
        <Money amount={lead === 'due' ? open_amount : total} currency={currency} />
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
        <dl className={classes.facts} style={{ marginTop: '0.75rem' }}>
          <Fact label={t('doc.emailed')}>
            {emailed_at ? <Moment at={emailed_at} /> : t('doc.notEmailed')}
          </Fact>
        </dl>
      )}
    </section>
  )
}

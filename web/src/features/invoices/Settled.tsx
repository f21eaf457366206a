import { Anchor, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceReversePayment } from '@/api/generated/endpoints/finance/finance'
import type { Invoice, InvoiceLink, InvoicePayment } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import classes from './Document.module.css'
import { refreshInvoices } from './refresh'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)

/** Payments and credit notes, with their days. */
export function Settled({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { payments, credit_notes, currency } = invoice
  const isEmpty = payments.length === 0 && credit_notes.length === 0
  return (
    <PageCard label={t('doc.payments')}>
      <h2 className={classes.heading}>{t('doc.payments')}</h2>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {t('doc.noPayments')}
        </Text>
      ) : (
        <ul className={classes.settled}>
          {payments.map((payment) => (
            <Payment key={payment.id} invoice={invoice} payment={payment} />
          ))}
          {credit_notes.map((note) => (
            <Credit key={note.id} note={note} currency={currency} />
          ))}
        </ul>
      )}
    </PageCard>
  )
}

type PaymentProps = { invoice: Invoice; payment: InvoicePayment }

function Payment({ invoice, payment }: PaymentProps) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { source, bank_label, reference, amount, paid_on, reversed_at } = payment
  const isReturned = source === 'wallet' && Number(amount) < 0
  return (
    <li>
      <span>
        {isReturned ? t('doc.walletReturn') : source === 'wallet' ? t('doc.walletPayment') : t('doc.payment')}
        <small className={classes.detail}>
          {[format.day(paid_on), bank_label, reference, reversed_at && t('doc.reversed')]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {payment.can.reverse && <Reverse invoice={invoice} payment={payment} />}
      </span>
      <Money amount={amount} currency={invoice.currency} />
    </li>
  )
}

/** Takes back a payment that was a mistake, or that the bank has returned. */
function Reverse({ invoice, payment }: PaymentProps) {
  const { t } = useTranslation('invoices')
  const client = useQueryClient()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const amount = format.money(payment.amount, invoice.currency)

  function ask() {
    setAsked(true)
    setOpened(true)
  }

  async function run(reason: string) {
    const { data } = await invoiceReversePayment(invoice.id, { payment_id: payment.id, reason })
    refreshInvoices(client, data)
    notify.success(t('reverse.done', { amount }))
  }

  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${t('reverse.action')}: ${amount}`}
        onClick={ask}
      >
        {t('reverse.action')}
      </Button>
      {isAsked && (
        <Suspense>
          <ReasonDialog
            opened={opened}
            onClose={() => setOpened(false)}
            title={t('reverse.title', { amount })}
            about={t('reverse.text')}
            label={t('void.reason')}
            text={t('reverse.reasonText')}
            action={t('reverse.action')}
            run={run}
          />
        </Suspense>
      )}
    </>
  )
}

function Credit({ note, currency }: { note: InvoiceLink; currency: string }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { id, number, issued_at, total } = note
  return (
    <li>
      <span>
        <Anchor component={AppLink} to={paths['invoices.show']({ id })} size="sm">
          {t('creditNamed', { number })}
        </Anchor>
        <small className={classes.detail}>{issued_at && format.date(issued_at)}</small>
      </span>
      <Money amount={total} currency={currency} />
    </li>
  )
}

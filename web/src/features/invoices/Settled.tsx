import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Invoice, InvoiceLink, InvoicePayment } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import classes from './Document.module.css'

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
            <Payment key={payment.id} payment={payment} currency={currency} />
          ))}
          {credit_notes.map((note) => (
            <Credit key={note.id} note={note} currency={currency} />
          ))}
        </ul>
      )}
    </PageCard>
  )
}

function Payment({ payment, currency }: { payment: InvoicePayment; currency: string }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { source, bank_label, reference, amount, paid_on, reversed_at } = payment
  return (
    <li>
      <span>
        {source === 'wallet' ? t('doc.walletPayment') : t('doc.payment')}
        <small className={classes.detail}>
          {[format.day(paid_on), bank_label, reference, reversed_at && t('doc.reversed')]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Money amount={amount} currency={currency} />
    </li>
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

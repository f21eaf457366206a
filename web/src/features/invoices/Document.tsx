import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Invoice, InvoiceItem, InvoiceParty } from '@/api/schema'
import { usePhoneText } from '@/api/usePlaces'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import classes from './Document.module.css'
import { ItemActions } from './ItemActions'
import { useItemText, useOwnItemText } from './useItemText'

/** The invoice as its paper has it: parties, items, totals. */
export function Document({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { note, currency } = invoice
  return (
    <article className={classes.document} aria-label={t('one')}>
      <div className={classes.parties}>
        <Party title={t('doc.from')} party={invoice.issuer} />
        <Party title={t('doc.to')} party={invoice.bill_to} />
        <Head invoice={invoice} />
      </div>
      <h2 className={classes.part}>{t('doc.itemsIn', { currency })}</h2>
      <Items invoice={invoice} />
      <Totals invoice={invoice} />
      {note && <p className={classes.note}>{note}</p>}
    </article>
  )
}

function Party({
  title,
  party: { name, document, address, email, phone },
}: {
  title: string
  party: InvoiceParty
}) {
  const phoneText = usePhoneText()
  return (
    <section>
      <h2>{title}</h2>
      <address className={classes.address}>
        <b>{name}</b>
        {document && <span>{document}</span>}
        {[...address, email, phoneText(phone)].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

/** Number, days and period. */
function Head({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { number, issued_at, due_on, period_from, period_to, terms_days, corrects } = invoice
  const term = terms_days === 0 ? t('doc.onIssue') : t('doc.terms', { count: terms_days })
  return (
    <Facts className={classes.facts}>
      <Fact label={t('field.number')}>{number ?? t('doc.numberLater')}</Fact>
      <Fact label={t('field.issued')}>{issued_at && format.date(issued_at)}</Fact>
      <Fact label={t('field.due')}>{due_on ? format.day(due_on) : !issued_at && term}</Fact>
      <Fact label={t('field.period')}>{period_to && format.days(period_from, period_to)}</Fact>
      <Fact label={t('doc.corrects')}>
        {corrects && (
          <Anchor component={AppLink} to={paths['invoices.show'](corrects)} size="sm">
            {corrects.number}
          </Anchor>
        )}
      </Fact>
    </Facts>
  )
}

function Items({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('doc.shipment')}</th>
          <th scope="col" className={`${classes.number} ${classes.parts}`}>
            {t('doc.service')}
          </th>
          <th scope="col" className={`${classes.number} ${classes.parts}`}>
            {t('doc.taxes')}
          </th>
          <th scope="col" className={classes.number}>
            {t('doc.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((item) => (
          <Item key={item.seq} item={item} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

const isSome = (amount: string) => Number(amount) !== 0

/** Items that staff added have a text instead of a shipment. */
const isOwn = ({ shipment_id, details }: InvoiceItem) => shipment_id === null && details.description !== null

function Item({ item, invoice }: { item: InvoiceItem; invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { currency, can } = invoice
  const { shipment_id, tracking_code, details, service_amount, tax_amount, total } = item
  const ofShipment = useItemText()(details)
  const ofOwn = useOwnItemText()(item, currency)
  const description = isOwn(item) ? ofOwn : ofShipment
  const [credited] = sumsOf([
    { amount: item.credited_service, currency },
    { amount: item.credited_tax, currency },
  ])
  return (
    <tr>
      <td>
        {shipment_id ? (
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })} size="sm">
            {tracking_code}
          </Anchor>
        ) : (
          tracking_code || details.description
        )}
        {description && <small className={classes.detail}>{description}</small>}
        {credited && isSome(credited.amount) && (
          <small className={classes.detail}>
            {t('doc.creditedItem', { amount: format.money(credited.amount, currency) })}
          </small>
        )}
        {isSome(tax_amount) && (
          <small className={`${classes.detail} ${classes.small}`}>
            {t('doc.withTaxes', { amount: format.money(tax_amount, currency) })}
          </small>
        )}
        {can.update && isOwn(item) && <ItemActions invoice={invoice} item={item} />}
      </td>
      <td className={`${classes.number} ${classes.parts}`}>
        <Figure amount={service_amount} currency={currency} />
      </td>
      <td className={`${classes.number} ${classes.parts}`}>
        <Figure amount={tax_amount} currency={currency} />
      </td>
      <td className={classes.number}>
        <Figure amount={total} currency={currency} />
      </td>
    </tr>
  )
}

/** The currency stands above the items. */
function Figure({ amount, currency }: { amount: string; currency: string }) {
  const format = useFormat()
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{format.money(amount, currency)}</span>
}

function Totals({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { currency, tax, total, paid, credited, open_amount, number, kind, status } = invoice
  const [service] = sumsOf([
    { amount: total, currency },
    { amount: `-${tax}`, currency },
  ])
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const isOwed = number !== null && kind === 'invoice' && status !== 'void'
  return (
    <Facts className={classes.totals}>
      <Fact label={t('doc.service')}>{service && money(service.amount)}</Fact>
      <Fact label={t('doc.taxes')}>{isSome(tax) && money(tax)}</Fact>
      <Fact label={t('doc.total')}>{money(total)}</Fact>
      <Fact label={t('field.paid')}>{isSome(paid) && money(`-${paid}`)}</Fact>
      <Fact label={t('field.credited')}>{isSome(credited) && money(`-${credited}`)}</Fact>
      {isOwed && <Fact label={t('doc.toPay')}>{money(open_amount)}</Fact>}
    </Facts>
  )
}

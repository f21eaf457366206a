import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { InvoiceProposal } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import classes from './Draft.module.css'
import { NothingInPeriod } from './NothingInPeriod'
import { NothingToBill } from './NothingToBill'
import { useProposal } from './useProposal'
import type { DraftValues } from './values'

const DAY_MS = 86_400_000

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

type Sums = { count: number; service: string; tax: string; total: string }

const sumIn = (amounts: string[], currency: string) =>
  sumsOf(amounts.map((amount) => ({ amount, currency })))[0]?.amount ?? '0'

/** The sums of the period, or of the chosen shipments. */
function chargesFor({ charges, sums }: InvoiceProposal, values: DraftValues): Sums | undefined {
  const { mode, currency, shipment_ids } = values
  if (mode === 'own') return undefined
  if (mode === 'period') {
    const found = sums.find((sum) => sum.currency === currency)
    return (
      found && {
        count: found.count,
        service: found.service_amount,
        tax: found.tax_amount,
        total: found.total,
      }
    )
  }
  const chosen = charges.filter(({ shipment_id }) => shipment_ids.includes(shipment_id))
  const sum = (amounts: string[]) => sumIn(amounts, currency)
  if (chosen.length === 0) return undefined
  const service = sum(chosen.map(({ service_amount }) => service_amount))
  const tax = sum(chosen.map(({ tax_amount }) => tax_amount))
  return { count: chosen.length, service, tax, total: sum([service, tax]) }
}

/** The same with the items that staff added. */
function sumsFor(proposal: InvoiceProposal, values: DraftValues, own: string[]): Sums | undefined {
  const charged = chargesFor(proposal, values)
  if (own.length === 0) return charged
  const { count, service, tax, total } = charged ?? { count: 0, service: '0', tax: '0', total: '0' }
  const withOwn = (amount: string) => sumIn([amount, ...own], values.currency)
  return { count: count + own.length, service: withOwn(service), tax, total: withOwn(total) }
}

type PreviewProps = {
  values: DraftValues
  draft: string | undefined
  /** Amounts of items that staff added to the draft. */
  own: string[]
  onAll(): void
  /** Bills another currency; a draft keeps its own. */
  onCurrency?: ((currency: string) => void) | undefined
}

/** Totals of the invoice before it is saved. */
export function Preview(props: PreviewProps) {
  const { values, draft } = props
  const { t } = useTranslation('invoice-new')
  const { data, error } = useProposal(values, draft)
  const isAsked = values.client_id !== null
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <h2 id="preview">{t('previewTitle')}</h2>
      {!isAsked && (
        <Text size="sm" c="dimmed">
          {t('charges.chooseClient')}
        </Text>
      )}
      {isAsked && error && <Text size="sm">{errorText(error)}</Text>}
      {isAsked && !error && !data && <Skeleton h={120} />}
      {isAsked && !error && data && <Figures {...props} proposal={data.data} />}
    </section>
  )
}

function Figures(props: PreviewProps & { proposal: InvoiceProposal }) {
  const { proposal, values, draft, own, onAll, onCurrency } = props
  const { t } = useTranslation('invoice-new')
  const format = useFormat()
  const sums = sumsFor(proposal, values, own)
  const { currency, mode, terms_days } = values
  const asked = { values, draft, onCurrency }
  if (!sums && mode === 'period') return <NothingInPeriod {...asked} onAll={onAll} />
  if (!sums && mode === 'own')
    return (
      <Text size="sm" role="status">
        {t('ownText')}
      </Text>
    )
  if (!sums && proposal.charges.length === 0) return <NothingToBill {...asked} />
  if (!sums)
    return (
      <Text size="sm" role="status">
        {t('preview.nothing')}
      </Text>
    )
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t('preview.items', { count: sums.count })}
      </Text>
      <dl className={classes.sums}>
        <Sum label={t('preview.service')}>{money(sums.service)}</Sum>
        <Sum label={t('preview.tax')}>{money(sums.tax)}</Sum>
        <Sum label={t('preview.total')} strong>
          {money(sums.total)}
        </Sum>
        <Sum label={t('preview.due')}>
          {format.day(dayAfter(format.today(), terms_days ?? proposal.terms_days ?? 0))}
        </Sum>
      </dl>
    </>
  )
}

function Sum({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={strong}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import { Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceWeights, QuoteOffer } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useRecipientNeeds } from '@/api/usePlaces'
import { chargeableGrams } from '@/shared/pricing/readers-unit'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { MissingFields } from '../form/MissingFields'
import { mismatchesOf } from '../form/mismatches'
import { missingOf } from '../form/missing'
import formClasses from '../form/ShipmentForm.module.css'
import { WITHOUT_SERVICE, weights } from '../form/totals'
import type { Lookups } from '../form/useLookups'
import { type ShipmentValues, type Side, withoutBlanks } from '../form/values'
import { Mismatches } from '../Mismatches'
import { fieldOf } from './step-errors'
import classes from './Wizard.module.css'

const Totals = lazy(() => onceOnline(() => import('@/shared/pricing/Totals')))

export type SummaryProps = {
  values: ShipmentValues
  lookups: Lookups
  offer: QuoteOffer | undefined
  /** While no service is chosen. */
  cheapest: QuoteOffer | undefined
  onPick(path: string): unknown
}

/** Always in view: the way, the parcels, the service, the price, and what is missing. */
export function WizardSummary({ values, lookups, offer, cheapest, onPick }: SummaryProps) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const missing = missingOf(values, useRecipientNeeds())
  return (
    <aside className={formClasses.summary} aria-label={t('summary.title')}>
      <Title order={2} size="h3">
        {t('summary.title')}
      </Title>
      <Way values={values} />
      <Facts values={values} lookups={lookups} priced={offer?.weights} />
      {offer?.total && (
        <Suspense>
          <Totals totals={offer} />
        </Suspense>
      )}
      {cheapest?.total && (
        <p className={classes.from}>
          {t('summary.from', { price: format.money(cheapest.total.amount, cheapest.total.currency) })}
        </p>
      )}
      <Mismatches mismatches={mismatchesOf(values)} currency={values.currency} />
      {missing.length > 0 && (
        <MissingFields missing={missing} onPick={(name) => onPick(fieldOf(name, values))} />
      )}
    </aside>
  )
}

function Way({ values }: { values: ShipmentValues }) {
  const country = useCountryName()
  const { t } = useTranslation('shipments')
  const place = (side: Side) =>
    [values[`${side}_city`], country(values[`${side}_country_id`])].filter(Boolean).join(', ') ||
    t('show.nowhere')
  return (
    <p className={classes.way}>
      <span>{place('from')}</span>
      <IconArrowRight size={16} stroke={1.75} role="img" aria-label={t('show.to')} />
      <span>{place('to')}</span>
    </p>
  )
}

type FactsProps = Pick<SummaryProps, 'values' | 'lookups'> & {
  /** The weights of the chosen price. A price table rounds them in its own way. */
  priced: PriceWeights | null | undefined
}

function Facts({ values, lookups, priced }: FactsProps) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { parcels } = withoutBlanks(values)
  const rule = lookups.rules.get(values.service_id ?? '') ?? WITHOUT_SERVICE
  const { declared, chargeable } = weights(parcels, values.declared_weight_g, rule)
  const weight = (grams: number | null) => (grams === null ? '–' : format.weight(grams))
  const charged = priced ? chargeableGrams(priced) : chargeable
  const service = lookups.services.find(({ value }) => value === values.service_id)
  const facts = [
    [t('summary.parcels'), format.number(parcels.length)],
    [t('field.declared_weight_g'), weight(declared)],
    [t('summary.chargeable'), weight(charged)],
    [
      t('field.declared_value'),
      values.declared_value === null ? '–' : format.money(values.declared_value, values.currency),
    ],
    [t('field.service_id'), service?.label ?? '–'],
  ] as const
  return (
    <dl className={formClasses.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

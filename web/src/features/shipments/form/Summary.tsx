import { Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentCharges } from '@/api/generated/endpoints/quotes/quotes'
import type { QuoteOffer } from '@/api/schema'
import { useRecipientNeeds } from '@/api/usePlaces'
import { isPriced } from '@/shared/pricing/offers'
import { chargeableGrams } from '@/shared/pricing/readers-unit'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { Mismatches } from '../Mismatches'
import { focusPath, pathOf } from './fields'
import { MissingFields } from './MissingFields'
import { mismatchesOf } from './mismatches'
import { missingOf } from './missing'
import classes from './ShipmentForm.module.css'
import { itemsTotal, type WeightRule, weights } from './totals'
import { useFormOffers } from './useFormOffers'
import { type ShipmentValues, withoutBlanks } from './values'

const PriceNotes = lazy(() => onceOnline(() => import('./PriceNotes')))

type SummaryProps = {
  values: ShipmentValues
  rule: WeightRule
  /** Id of a shipment that has a price already. */
  charged?: string | undefined
}

/** Always beside the form: what it adds up to, what it costs today, and what shipping still needs. */
export function Summary({ values, rule, charged }: SummaryProps) {
  const { t } = useTranslation('shipment-form')
  const missing = missingOf(values, useRecipientNeeds())
  const offers = useFormOffers(values, charged)
  const charges = useShipmentCharges(charged ?? '', { query: { enabled: charged !== undefined } })
  const offer = offers.find(({ service_id }) => service_id === values.service_id)
  return (
    <aside className={classes.summary} aria-label={t('summary.title')}>
      <Title order={2} size="h3">
        {t('summary.title')}
      </Title>
      <Facts values={values} rule={rule} offers={offers} />
      <Mismatches mismatches={mismatchesOf(values)} currency={values.currency} />
      {missing.length === 0 ? (
        <Text size="sm" className={classes.ready}>
          <IconCircleCheck size={18} aria-hidden />
          {t('summary.ready')}
        </Text>
      ) : (
        <>
          <MissingFields missing={missing} onPick={(name) => focusPath(pathOf(name, values))} />
          <Text size="xs" c="dimmed">
            {t('summary.incomplete')}
          </Text>
        </>
      )}
      {/* At the end, where it pushes nothing. */}
      {offer && (
        <Suspense>
          <PriceNotes offer={offer} money={charged === undefined ? null : charges.data?.data.money} />
        </Suspense>
      )}
    </aside>
  )
}

type FactsProps = { values: ShipmentValues; rule: WeightRule; offers: QuoteOffer[] }

function Facts({ values, rule, offers }: FactsProps) {
  const { t } = useTranslation('shipment-form')
  const format = useFormat()
  const { parcels, items } = withoutBlanks(values)
  const { declared, volumetric, chargeable } = weights(parcels, values.declared_weight_g, rule)
  const total = itemsTotal(items, values.currency)
  const weight = (grams: number | null) => (grams === null ? '–' : format.weight(grams))
  const money = (amount: string | null) => (amount === null ? '–' : format.money(amount, values.currency))
  // The cheapest comes first; with a service, it is the only one.
  const offered = offers.find(isPriced)
  const price = offered?.total && format.money(offered.total.amount, offered.total.currency)
  const isChosen = values.service_id !== null
  // A price table rounds the weight in its own way.
  const charged = isChosen && offered?.weights ? chargeableGrams(offered.weights) : chargeable
  const facts = [
    [t('summary.parcels'), format.number(parcels.length)],
    [t('field.declared_weight_g'), weight(declared)],
    [t('summary.volumetric'), weight(volumetric)],
    [t('summary.chargeable'), weight(charged)],
    [t('section.items'), format.number(items.length)],
    [t('summary.total'), money(total)],
    [t('field.declared_value'), money(values.declared_value)],
    [t('summary.price'), price ? (isChosen ? price : t('summary.from', { price })) : '–'],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

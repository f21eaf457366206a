import { Checkbox, Radio, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QuoteOffer } from '@/api/schema'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { OfferDetails, OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/shared/pricing/OfferFacts'
import { hasNoTable, isPriced, marksOf, type OfferMark } from '@/shared/pricing/offers'
import { RefusedOffers } from '@/shared/pricing/RefusedOffers'
import { useLineText } from '@/shared/pricing/useLineText'
import { FormCard } from '../form/FormCard'
import type { Fields } from '../form/fields'
import { Options, Terms } from '../form/ServiceCard'
import { Unpriced } from './Unpriced'
import type { DraftQuote } from './useDraftQuote'
import classes from './Wizard.module.css'

type Props = { fields: Fields; quote: DraftQuote; onPick(path: string): unknown }

/** The services side by side with their prices; below them what changes prices. */
export default function ServiceStep({ fields, quote, onPick }: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { options, setOptions } = quote
  return (
    <>
      <FormCard title={t('short.service')}>
        <Services fields={fields} quote={quote} onPick={onPick} />
      </FormCard>
      <FormCard title={t('options')}>
        <Terms fields={fields} />
        <Checkbox
          my={4}
          label={t('pickup')}
          checked={options.pickup}
          onChange={(event) => setOptions({ ...options, pickup: event.currentTarget.checked })}
        />
        <Options fields={fields} />
      </FormCard>
    </>
  )
}

function Services({ fields, quote, onPick }: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { values, errors } = fields
  if (quote.error) return <Unpriced quote={quote} onPick={onPick} />
  if (!quote.quote) return <Skeleton h="14rem" radius="md" />
  const { offers } = quote.quote
  const offered = offeredOf(offers)
  const marks = marksOf(offers)
  return (
    <>
      <Radio.Group
        aria-label={t('short.service')}
        value={values.service_id}
        error={errors.service_id}
        onChange={(id) =>
          quote.choose(
            id,
            offers.some((one) => one.service_id === id && isPriced(one)),
          )
        }
      >
        <div className={classes.offers} aria-busy={!quote.isCurrent}>
          {offered.map((offer, at) => (
            <Choice
              key={offer.service_id}
              offer={offer}
              marks={marks.get(offer.service_id)}
              isFirst={at === 0}
            />
          ))}
        </div>
      </Radio.Group>
      <RefusedOffers offers={offers.filter((offer) => !offered.includes(offer))} />
    </>
  )
}

/** Those with a price. A company without price tables agrees on the price by itself. */
function offeredOf(offers: readonly QuoteOffer[]) {
  const priced = offers.filter(isPriced)
  return priced.length > 0 ? priced : offers.filter(hasNoTable)
}

type ChoiceProps = { offer: QuoteOffer; marks: OfferMark[] | undefined; isFirst: boolean }

function Choice({ offer, marks, isFirst }: ChoiceProps) {
  const { t } = useTranslation('shipment-wizard')
  const title = useOfferTitle()
  const { money } = useLineText()
  return (
    <div className={classes.offer}>
      <div className={classes.offerTop}>
        <Radio
          value={offer.service_id}
          label={title(offer)}
          description={<OfferHead offer={offer} marks={marks} />}
          {...(isFirst && { 'data-path': 'service_id' })}
        />
        <strong className={classes.price}>{money(offer.total) || t('onRequest')}</strong>
      </div>
      {isPriced(offer) && (
        <div className={classes.offerFacts}>
          <OfferDuties offer={offer} />
          <OfferWeight offer={offer} />
          <BelowCost offer={offer} />
          <OfferDetails offer={offer} />
        </div>
      )}
    </div>
  )
}

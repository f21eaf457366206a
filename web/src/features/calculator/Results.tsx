import { Skeleton } from '@mantine/core'
import { IconCalculator, IconMoodSad } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteCalculation, QuoteOffer } from '@/api/schema'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { OfferDetails, OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/shared/pricing/OfferFacts'
import { isPriced, marksOf, type OfferMark } from '@/shared/pricing/offers'
import { RefusedOffers } from '@/shared/pricing/RefusedOffers'
import { useLineText } from '@/shared/pricing/useLineText'
import { EmptyState } from '@/ui/EmptyState'
import classes from './Results.module.css'

type Action = (offer: QuoteOffer) => ReactNode

type Props = {
  calculation: QuoteCalculation | undefined
  calculating: boolean
  /** The button of an offer. */
  action: Action
  /** Where to ask when no service takes the shipment. */
  help: ReactNode
}

/** The services side by side, the cheapest first; below them those that refuse, with their reasons. */
export function Results({ calculation, calculating, action, help }: Props) {
  const { t } = useTranslation('calculator')
  if (!calculation) {
    return calculating ? (
      <Skeleton h="24rem" radius="lg" />
    ) : (
      <div className={classes.empty}>
        <EmptyState icon={IconCalculator} title={t('nothing')} text={t('nothingText')} />
      </div>
    )
  }
  const { offers } = calculation
  const priced = offers.filter(isPriced)
  const marks = marksOf(offers)
  return (
    <>
      {priced.length === 0 && (
        <div className={classes.empty}>
          <EmptyState icon={IconMoodSad} title={t('none')} text={t('noneText')} action={help} />
        </div>
      )}
      {priced.map((offer) => (
        <Offer key={offer.service_id} offer={offer} marks={marks.get(offer.service_id)} action={action} />
      ))}
      <RefusedOffers offers={offers} />
    </>
  )
}

type OfferProps = { offer: QuoteOffer; marks: OfferMark[] | undefined; action: Action }

function Offer({ offer, marks, action }: OfferProps) {
  const title = useOfferTitle()(offer)
  const { money } = useLineText()
  return (
    <article className={classes.offer} aria-label={title}>
      <div className={classes.top}>
        <div className={classes.name}>
          <h2 className={classes.title}>{title}</h2>
          <OfferHead offer={offer} marks={marks} />
        </div>
        <strong className={classes.price}>{money(offer.total)}</strong>
      </div>
      <OfferDuties offer={offer} />
      <OfferWeight offer={offer} />
      <BelowCost offer={offer} />
      <div className={classes.foot}>
        <OfferDetails offer={offer} />
        {action(offer)}
      </div>
    </article>
  )
}

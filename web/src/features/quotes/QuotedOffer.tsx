import type { QuoteOffer } from '@/api/schema'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { OfferDetails, OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/shared/pricing/OfferFacts'
import { useLineText } from '@/shared/pricing/useLineText'
import { PageCard } from '@/ui/PageCard'
import classes from './Quotes.module.css'

/** The price of a service as it was quoted, with all its lines on demand. */
export function QuotedOffer({ offer }: { offer: QuoteOffer }) {
  const title = useOfferTitle()(offer)
  const { money } = useLineText()
  return (
    <PageCard title={title}>
      <div className={classes.offer}>
        <OfferHead offer={offer} />
        <p className={classes.price}>{money(offer.total)}</p>
        <OfferDuties offer={offer} />
        <OfferWeight offer={offer} />
        <BelowCost offer={offer} />
        <OfferDetails offer={offer} />
      </div>
    </PageCard>
  )
}

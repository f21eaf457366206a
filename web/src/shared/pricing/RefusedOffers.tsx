import { useTranslation } from 'react-i18next'
import type { QuoteOffer } from '@/api/schema'
import { useOfferTitle } from './OfferFacts'
import classes from './Offers.module.css'
import { isPriced } from './offers'
import { useLineText } from './useLineText'
import { AskForRate, WayOn } from './WayOn'

/** The services that do not take the shipment, each with all its reasons. */
export function RefusedOffers({ offers }: { offers: readonly QuoteOffer[] }) {
  const { t } = useTranslation('price-lines')
  const title = useOfferTitle()
  const { refusal } = useLineText()
  const refused = offers.filter((offer) => !isPriced(offer))
  if (refused.length === 0) return null
  return (
    <section className={classes.refused} aria-label={t('offer.refused')}>
      <h2 className={classes.subtitle}>{t('offer.refused')}</h2>
      <ul>
        {refused.map((offer) => (
          <li key={offer.service_id}>
            <b>{title(offer)}</b>
            {offer.refused.map((one) => (
              <span key={`${one.code} ${one.value?.value}`}>
                {refusal(one)} <WayOn code={one.code} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      <AskForRate codes={refused.flatMap((offer) => offer.refused.map(({ code }) => code))} />
    </section>
  )
}

import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PriceRefusalCode, Profile, QuoteOffer } from '@/api/schema'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useOfferTitle } from './OfferFacts'
import classes from './Offers.module.css'
import { isPriced } from './offers'
import { useLineText } from './useLineText'

type Way = {
  entry: keyof Profile['menu']
  name: 'price_assignment' | 'price_table' | 'exchange_rate' | 'fuel_rate'
  to: string
}

/** Where the company adds what a price lacks. */
const WAYS: Partial<Record<PriceRefusalCode, Way>> = {
  no_table: { entry: 'price_assignments', name: 'price_assignment', to: paths['price_assignments.index']() },
  no_price: { entry: 'price_tables', name: 'price_table', to: paths['price_tables.index']() },
  no_exchange_rate: { entry: 'exchange_rates', name: 'exchange_rate', to: paths['exchange_rates.index']() },
  no_fuel_rate: { entry: 'fuel_rates', name: 'fuel_rate', to: paths['fuel_rates.index']() },
}

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
    </section>
  )
}

/** For those whose menu has it. Visitors see this too, so nobody needs to be signed in. */
function WayOn({ code }: { code: PriceRefusalCode }) {
  const { t } = useTranslation('shell')
  const menu = currentProfile(useQueryClient())?.menu
  const way = WAYS[code]
  if (!way || !menu?.[way.entry]) return null
  return (
    <Anchor component={AppLink} to={way.to} size="sm">
      {t(`resources.${way.name}`)}
    </Anchor>
  )
}

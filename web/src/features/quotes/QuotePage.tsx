import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useQuoteShow } from '@/api/generated/endpoints/quotes/quotes'
import type { Quote, QuotePlace } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { isPriced } from '@/shared/pricing/offers'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useQuoteActions } from './actions'
import { QuotedOffer } from './QuotedOffer'
import classes from './Quotes.module.css'
import { quoteLook } from './status'

/** One quote: its price, to whom it was offered, and what became of it. */
export function QuotePage({ id }: { id: string }) {
  const { t } = useTranslation('quotes')
  return (
    <RecordPage
      result={useOnceCountriesAreNamed(useQuoteShow(id))}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => t('named', { number })}
      badge={({ status }) => <StatusBadge status={quoteLook(status, t)} />}
      actions={useQuoteActions()}
      side={(quote) => (
        <PageCard label={t('about')}>
          <QuoteFacts quote={quote} />
        </PageCard>
      )}
    >
      {(quote) => (
        <div className={classes.offers}>
          {offersOf(quote).map((offer) => (
            <QuotedOffer key={offer.service_id} offer={offer} />
          ))}
        </div>
      )}
    </RecordPage>
  )
}

/** The chosen service, or all with a price while none is chosen. */
const offersOf = ({ offers, service_id }: Quote) =>
  offers.filter((offer) => isPriced(offer) && (service_id === null || offer.service_id === service_id))

function QuoteFacts({ quote }: { quote: Quote }) {
  const { t } = useTranslation('quotes')
  const format = useFormat()
  const countryName = useCountryName()
  const { is_outside, menu } = useProfile()
  const { origin, destination, parcels } = quote.shipment
  const placeOf = ({ city, country_id }: Pick<QuotePlace, 'city' | 'country_id'>) =>
    [city, countryName(country_id)].filter(Boolean).join(', ')
  const pieces = parcels.reduce((sum, parcel) => sum + parcel.pieces, 0)
  return (
    <Facts>
      <Fact label={t('field.valid_until')}>{format.day(quote.valid_until)}</Fact>
      <Fact label={t('field.client')}>
        {quote.client_id && !is_outside && menu.clients ? (
          <Anchor component={AppLink} to={paths['clients.edit']({ id: quote.client_id })} size="sm">
            {quote.client_name}
          </Anchor>
        ) : (
          quote.client_name
        )}
      </Fact>
      <Fact label={t('field.from')}>{placeOf(origin)}</Fact>
      <Fact label={t('field.to')}>{placeOf(destination)}</Fact>
      <Fact label={t('field.parcels')}>{format.number(pieces)}</Fact>
      <Fact label={t('field.email')}>{quote.sent_to}</Fact>
      <Fact label={t('field.sent_at')}>{quote.sent_at && <Moment at={quote.sent_at} />}</Fact>
      <Fact label={t('field.accepted_at')}>{quote.accepted_at && <Moment at={quote.accepted_at} />}</Fact>
      <Fact label={t('field.withdrawn_at')}>{quote.withdrawn_at && <Moment at={quote.withdrawn_at} />}</Fact>
      <Fact label={t('field.created_at')}>
        <Moment at={quote.created_at} />
      </Fact>
      <Fact label={t('field.created_by')}>{!is_outside && quote.created_by_name}</Fact>
    </Facts>
  )
}

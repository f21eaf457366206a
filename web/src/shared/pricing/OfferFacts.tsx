import { Badge, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteOffer } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { sentences } from '@/ui/wording'
import { CostLine } from './CostLine'
import classes from './Offers.module.css'
import type { OfferMark } from './offers'
import { Lines, Weights } from './PriceLines'
import { useLineText } from './useLineText'

/** The name of the service in the language of the page. */
export function useOfferTitle() {
  const { i18n } = useTranslation()
  return (offer: Pick<QuoteOffer, 'service_title_locale' | 'service_code'>) =>
    localeText(offer.service_title_locale, i18n.language) || offer.service_code
}

type Props = { offer: QuoteOffer; marks?: OfferMark[] | undefined }

/** Transit, and what stands out. */
export function OfferHead({ offer, marks = [] }: Props) {
  const { t } = useTranslation('price-lines')
  return (
    <span className={classes.head}>
      <span>{useTransit()(offer)}</span>
      {marks.map((mark) => (
        <Badge key={mark} variant="light" radius="sm" tt="none" color={mark === 'cheapest' ? 'teal' : 'blue'}>
          {t(`offer.${mark}`)}
        </Badge>
      ))}
    </span>
  )
}

/** '5 to 8 days'. */
export function useTransit() {
  const { t } = useTranslation('price-lines')
  return ({ transit_min_days: min, transit_max_days: max }: QuoteOffer) => {
    const days = max ?? min
    if (days === null) return t('offer.transitUnknown')
    return min !== null && min !== days
      ? t('offer.transitRange', { min, max: days })
      : t('offer.transit', { count: days })
  }
}

/** Who pays duties and taxes, and how much. */
export function OfferDuties({ offer }: { offer: QuoteOffer }) {
  const { t } = useTranslation('price-lines')
  const { money } = useLineText()
  const { terms, total_tax, addressee_pays, taxes } = offer
  if (terms === null) return null
  if (terms === 'ddp') {
    const amount = money(total_tax)
    return <p className={classes.fact}>{t('offer.ddp', { amount })}</p>
  }
  const isKnown = addressee_pays !== null && (taxes?.refused.length ?? 0) === 0
  return (
    <p className={classes.fact}>
      {isKnown ? t('offer.ddu', { amount: money(addressee_pays) }) : t('offer.dduUnknown')}
    </p>
  )
}

/** The weight that is charged, why, and whether sizes could raise it. */
export function OfferWeight({ offer: { weights } }: { offer: QuoteOffer }) {
  const { t } = useTranslation('price-lines')
  const { weight } = useLineText()
  if (!weights) return null
  const { counted_as, chargeable, unit, unmeasured } = weights
  return (
    <p className={classes.fact}>
      {sentences([
        t(`weights.chargeable.${counted_as}`, { weight: weight(chargeable, unit) }),
        unmeasured > 0 && t('weights.withoutSizes'),
      ])}
    </p>
  )
}

/** All charges with their reasons, on demand. */
export function OfferDetails({ offer }: { offer: QuoteOffer }) {
  const { t } = useTranslation('price-lines')
  const format = useFormat()
  const title = useOfferTitle()
  const id = useId()
  const [open, setOpen] = useState(false)
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <div className={classes.details}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={t('offer.detailsOf', { service: title(offer) })}
        onClick={() => setOpen(!open)}
      >
        {t('offer.details')}
      </Button>
      {open && (
        <div id={id} className={classes.opened}>
          {offer.weights && <Weights weights={offer.weights} />}
          <Lines lines={offer.lines} total={offer.total} />
          {offer.estimates.length > 0 && (
            <>
              <p className={classes.subtitle}>{t('offer.onDelivery')}</p>
              <Lines lines={offer.estimates} total={offer.addressee_pays} />
            </>
          )}
          {offer.costs && <CostLine costs={offer.costs} />}
          {offer.valid_until && (
            <p className={classes.fact}>{t('offer.validUntil', { day: format.day(offer.valid_until) })}</p>
          )}
        </div>
      )}
    </div>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { QuoteOffer, Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { BelowCost } from '@/shared/pricing/BelowCost'
import { OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/shared/pricing/OfferFacts'
import { hasNoTable, isPriced } from '@/shared/pricing/offers'
import { Lines } from '@/shared/pricing/PriceLines'
import { useLineText } from '@/shared/pricing/useLineText'
import { AskForRate, WayOn } from '@/shared/pricing/WayOn'
import type { WizardStep } from '@/shared/shipments/wizard-steps'
import { AppLink } from '@/ui/AppLink'
import PaymentSection, { useFunds, usePayment } from '../confirm/PaymentSection'
import { FormCard } from '../form/FormCard'
import type { Fields } from '../form/fields'
import { Contents, Items, Parcels } from '../ShipmentContents'
import { Place } from '../ShipmentFacts'
import { AskForPrice } from './AskForPrice'
import { Unpriced } from './Unpriced'
import type { DraftQuote } from './useDraftQuote'
import type { Review } from './useReview'
import classes from './Wizard.module.css'

type Props = {
  id: string
  fields: Fields
  quote: DraftQuote
  review: Review
  onPick(path: string): unknown
}

/** Everything that will be confirmed, each part with the way back to its step. */
export default function ReviewStep(props: Props) {
  const { id } = props
  const shipment = useShipmentShow(id).data?.data
  const payment = usePayment(shipment?.client_id)
  if (!shipment || payment.isLoading) return <Skeleton h="90vh" radius="md" />
  return (
    <>
      <Price {...props} />
      <Payment shipment={shipment} {...props} />
      <div className={classes.review}>
        <Part id={id} step="origin">
          <Place shipment={shipment} side="from" />
        </Part>
        <Part id={id} step="destination">
          <Place shipment={shipment} side="to" />
        </Part>
      </div>
      <Goods shipment={shipment} />
    </>
  )
}

function Goods({ shipment }: { shipment: Shipment }) {
  return (
    <Part id={shipment.id} step="packages">
      <div className={classes.goods}>
        <Contents shipment={shipment} />
        <Parcels parcels={shipment.parcels} />
        <Items shipment={shipment} />
      </div>
    </Part>
  )
}

function Part({ id, step, children }: { id: string; step: WizardStep; children: ReactNode }) {
  return (
    <div className={classes.part}>
      {children}
      <Edit id={id} step={step} />
    </div>
  )
}

function Edit({ id, step }: { id: string; step: WizardStep }) {
  const { t } = useTranslation('shipment-wizard')
  return (
    <Button
      component={AppLink}
      to={paths['shipments.wizard']({ id, step })}
      variant="subtle"
      size="compact-sm"
      className={classes.edit}
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={t('editPart', { part: t(`short.${step}`) })}
    >
      {t('edit')}
    </Button>
  )
}

/** How the client pays; a shipment without a client or a price is paid elsewhere. */
function Payment({ shipment, fields, quote, review }: Props & { shipment: Shipment }) {
  const { t } = useTranslation('shipment-payment')
  const { can } = useProfile()
  const offer = quote.quote?.offers.find(({ service_id }) => service_id === fields.values.service_id)
  const funds = useFunds({
    clientId: shipment.client_id,
    total: offer?.total,
    payment: review.payment,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the money is there, or on its way
  useEffect(() => {
    if (funds === 'there' || funds === 'awaited') review.forgetShortage()
  }, [funds])
  if (!shipment.client_id || !offer?.total || !can['wallet.show']) return null
  return (
    <FormCard title={t('title')}>
      <div>
        <PaymentSection
          clientId={shipment.client_id}
          total={offer.total}
          payment={review.payment}
          onChoose={review.choosePayment}
        />
      </div>
    </FormCard>
  )
}

/** The chosen service with all its charges. */
function Price({ id, fields, quote, onPick }: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { values } = fields
  const offer = quote.quote?.offers.find(({ service_id }) => service_id === values.service_id)
  return (
    <FormCard title={t('price')} aside={<Edit id={id} step="service" />}>
      {quote.error !== null && <Unpriced quote={quote} onPick={onPick} />}
      {quote.quote && !offer && <p className={classes.note}>{t('noService')}</p>}
      {offer && <Chosen id={id} offer={offer} />}
    </FormCard>
  )
}

type ChosenProps = { id: string; offer: QuoteOffer }

function Chosen({ id, offer }: ChosenProps) {
  const title = useOfferTitle()
  return (
    <div className={classes.chosen}>
      <b>{title(offer)}</b>
      <OfferHead offer={offer} />
      {isPriced(offer) ? (
        <>
          <Lines lines={offer.lines} total={offer.total} />
          <OfferDuties offer={offer} />
          <OfferWeight offer={offer} />
          <BelowCost offer={offer} />
        </>
      ) : (
        <NotOffered id={id} offer={offer} />
      )}
    </div>
  )
}

/** Why there is no price: a company without a table for the service agrees on it, others refuse the shipment. */
function NotOffered({ id, offer }: ChosenProps) {
  const { refusal } = useLineText()
  if (hasNoTable(offer)) return <AskForPrice shipmentId={id} />
  return (
    <>
      {offer.refused.map((one) => (
        <p key={`${one.code} ${one.value?.value}`} className={classes.note}>
          {refusal(one)} <WayOn code={one.code} />
        </p>
      ))}
      <AskForRate codes={offer.refused.map(({ code }) => code)} shipmentId={id} />
    </>
  )
}

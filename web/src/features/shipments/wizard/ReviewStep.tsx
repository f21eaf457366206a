import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { QuoteOffer, Shipment } from '@/api/schema'
import { paths } from '@/app/paths'
import { OfferDuties, OfferHead, OfferWeight, useOfferTitle } from '@/app/pricing/OfferFacts'
import { isPriced } from '@/app/pricing/offers'
import { Lines } from '@/app/pricing/PriceLines'
import { AppLink } from '@/ui/AppLink'
import { FormCard } from '../form/FormCard'
import type { Fields } from '../form/fields'
import { Contents, Items, Parcels } from '../ShipmentContents'
import { Place } from '../ShipmentFacts'
import type { WizardStep } from './steps'
import type { DraftQuote } from './useDraftQuote'
import classes from './Wizard.module.css'

type Props = { id: string; fields: Fields; quote: DraftQuote }

/** Everything that will be confirmed, each part with the way back to its step. */
export default function ReviewStep({ id, fields, quote }: Props) {
  const shipment = useShipmentShow(id).data?.data
  // Everything at once: a price that comes later would move what stands below it.
  const isPricing = quote.isPending && !quote.quote && quote.error === null
  if (!shipment || isPricing) return <Skeleton h="90vh" radius="md" />
  return (
    <>
      <Price id={id} fields={fields} quote={quote} />
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

/** The chosen service with all its charges. */
function Price({ id, fields, quote }: Props) {
  const { t } = useTranslation('shipment-wizard')
  const { values } = fields
  const offer = quote.quote?.offers.find(({ service_id }) => service_id === values.service_id)
  return (
    <FormCard title={t('price')} aside={<Edit id={id} step="service" />}>
      {quote.error !== null && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={errorText(quote.error)}>
          <Button variant="default" size="compact-sm" onClick={quote.retry}>
            {t('priceAgain')}
          </Button>
        </Alert>
      )}
      {quote.quote && !offer && <p className={classes.note}>{t('noService')}</p>}
      {offer && <Chosen offer={offer} />}
    </FormCard>
  )
}

function Chosen({ offer }: { offer: QuoteOffer }) {
  const { t } = useTranslation('shipment-wizard')
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
        </>
      ) : (
        <p className={classes.note}>{t('noPrice')}</p>
      )}
    </div>
  )
}

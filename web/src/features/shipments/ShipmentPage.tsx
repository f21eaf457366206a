import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import { useShipmentEventList } from '@/api/generated/endpoints/tracking/tracking'
import { type Reweigh, type Shipment, ShipmentStatus } from '@/api/schema'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { useClaimsOf } from '@/shared/claims/useClaimsOf'
import { RegulatoryLine } from '@/shared/regulatory/RegulatoryLine'
import { useRequestOf } from '@/shared/regulatory/useRequestOf'
import { useReweighsOf } from '@/shared/reweighs/useReweighsOf'
import { AppLink } from '@/ui/AppLink'
import { onceOnline } from '@/ui/once-online'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { HoldBadge } from './HoldBadge'
import { Neighbours } from './Neighbours'
import { OrderProblems } from './OrderProblems'
import { PageActions } from './PageActions'
import { PickupLine } from './PickupLine'
import { Contents, Items, Parcels } from './ShipmentContents'
import { Place, Service } from './ShipmentFacts'
import { ShipmentHead } from './ShipmentHead'
import { ShipmentLog } from './ShipmentLog'
import classes from './ShipmentPage.module.css'
import { useCarrierOf } from './useCarrierOf'
import { useDeliveriesOf } from './useDeliveriesOf'
import { usePaletteActions } from './usePaletteActions'
import { usePickupOf } from './usePickupOf'
import { useStatusLook } from './useStatusLook'
import { useTransportsOf } from './useTransportsOf'

const RelatedTickets = lazy(() => onceOnline(() => import('@/shared/related/RelatedTickets')))
const ClaimsCard = lazy(() => onceOnline(() => import('@/shared/claims/ClaimsCard')))
const ReweighCard = lazy(() => onceOnline(() => import('@/shared/reweighs/ReweighCard')))
const CarrierCard = lazy(() => onceOnline(() => import('./CarrierCard')))
const ShipmentDeliveries = lazy(() => onceOnline(() => import('./ShipmentDeliveries')))
const ShipmentPrice = lazy(() => onceOnline(() => import('./ShipmentPrice')))
const ShipmentTransports = lazy(() => onceOnline(() => import('./ShipmentTransports')))

/** Earlier weighings of a shipment that its page shows. */
const MOST_PAST = 3

export function ShipmentPage({ id }: { id: string }) {
  const { t } = useTranslation('shipments')
  const shipment = useOnceHoldIsNamed(useOnceCountriesAreNamed(useShipmentShow(id)))
  if (shipment.data) return <Shown shipment={shipment.data.data} />
  const missing = statusOf(shipment.error) === 404
  return (
    <ResourcePage title={missing ? t('show.notFound') : t('show.title')}>
      {shipment.error ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(missing ? 'show.notFoundText' : 'show.failed')}
        >
          {missing ? (
            <Button component={AppLink} variant="default" to={paths['shipments.index']()}>
              {t('show.toList')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void shipment.refetch()}>
              {t('show.retry')}
            </Button>
          )}
        </Alert>
      ) : (
        <Skeleton h="60vh" radius="md" />
      )}
    </ResourcePage>
  )
}

/**
 * The reason of a hold has the words of the public tracking, which few shipments need. Its note stands on top: it comes with
 * the page. A page that is drawn already stays, whatever is typed in its dialogs.
 */
function useOnceHoldIsNamed<R extends { data: { data: Shipment } | undefined }>(result: R) {
  const { ready } = useTranslation(result.data?.data.hold ? 'tracking' : 'shipments', { useSuspense: false })
  const [isDrawn, setDrawn] = useState(false)
  if (ready && result.data && !isDrawn) setDrawn(true)
  return ready || isDrawn ? result : { ...result, data: undefined }
}

function Shown({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const lookOf = useStatusLook()
  usePaletteActions(shipment)
  const weighed = useReweighsOf(shipment)
  const isHeld = shipment.status === ShipmentStatus.ReweighHold
  const [newest, ...past] = weighed.reweighs
  const waiting = isHeld ? newest : undefined
  return (
    <ResourcePage
      title={shipment.tracking_code}
      aside={
        <>
          <StatusBadge status={lookOf(shipment.status)} />
          {shipment.hold && <HoldBadge />}
          <Neighbours id={shipment.id} />
        </>
      }
      text={shipment.external_ref ? t('show.reference', { reference: shipment.external_ref }) : undefined}
      action={<PageActions shipment={shipment} />}
    >
      <div className={classes.page}>
        <ShipmentHead shipment={shipment} />
        {shipment.order && <OrderProblems problems={shipment.order.problems} />}
        {isHeld && weighed.isLoading ? (
          <Skeleton h="60vh" radius="md" />
        ) : (
          // What has to be answered decides where what stands below it begins: all come together.
          <Suspense fallback={<Skeleton h="60vh" radius="md" />}>
            {waiting && <ReweighCard reweigh={waiting} />}
            <Columns shipment={shipment} past={waiting ? past : weighed.reweighs} />
          </Suspense>
        )}
      </div>
    </ResourcePage>
  )
}

type ColumnsProps = { shipment: Shipment; past: Reweigh[] }

/** On a phone the history follows the people; beside them where there is room. */
function Columns({ shipment, past }: ColumnsProps) {
  // The history, the request, the pickup, the transport, the carrier, the deliveries and the claims decide where what stands below them begins: all come together.
  const events = useShipmentEventList(shipment.id)
  const request = useRequestOf(shipment.id)
  const pickups = usePickupOf(shipment.id)
  const { deliveries, ...delivered } = useDeliveriesOf(shipment)
  const { claims, bound, isHandedIn, ...claimed } = useClaimsOf(shipment)
  const { travels, ...carried } = useTransportsOf(shipment)
  const isCarried = travels !== undefined && travels.transports.length + travels.manifests.length > 0
  const { carrier, ...handed } = useCarrierOf(shipment)
  const hasCarrier = carrier !== undefined && (carrier.provider_id !== null || carrier.labels.length > 0)
  const asked = [events, request, pickups, delivered, claimed, carried, handed]
  const isLoading = asked.some((one) => one.isLoading)
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <div className={classes.people}>
          <Place shipment={shipment} side="from" />
          <Place shipment={shipment} side="to" />
        </div>
        <Contents shipment={shipment} />
        <Parcels parcels={shipment.parcels} />
        <Items shipment={shipment} />
      </div>
      <div className={classes.column} data-side>
        {isLoading ? (
          <Skeleton h="60vh" radius="md" />
        ) : (
          <>
            <ShipmentLog shipment={shipment} />
            {shipment.totals && (
              <Suspense fallback={<Skeleton h={190} radius="md" />}>
                <ShipmentPrice id={shipment.id} totals={shipment.totals} />
              </Suspense>
            )}
            <Service shipment={shipment} />
            <PickupLine shipment={shipment} />
            {isCarried && (
              <Suspense fallback={<Skeleton h={150} radius="md" />}>
                <ShipmentTransports travels={travels} />
              </Suspense>
            )}
            {hasCarrier && (
              <Suspense fallback={<Skeleton h={150} radius="md" />}>
                <CarrierCard shipment={shipment.id} carrier={carrier} />
              </Suspense>
            )}
            {deliveries.length > 0 && (
              <Suspense fallback={<Skeleton h={190} radius="md" />}>
                <ShipmentDeliveries shipment={shipment.id} deliveries={deliveries} />
              </Suspense>
            )}
            <RegulatoryLine shipmentId={shipment.id} />
            {claims && (
              <Suspense fallback={claims.length > 0 && <Skeleton h={130} radius="md" />}>
                <ClaimsCard shipment={shipment} claims={claims} bound={bound} isHandedIn={isHandedIn} />
              </Suspense>
            )}
            <Suspense>
              <RelatedTickets of={{ shipment_id: shipment.id }} />
            </Suspense>
            <Suspense>
              {past.slice(0, MOST_PAST).map((reweigh) => (
                <ReweighCard key={reweigh.id} reweigh={reweigh} />
              ))}
            </Suspense>
          </>
        )}
      </div>
    </div>
  )
}

import { Anchor, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDashboardWaiting } from '@/api/generated/endpoints/dashboard/dashboard'
import { usePickupList } from '@/api/generated/endpoints/pickups/pickups'
import { useInboundParcelList, useReweighList } from '@/api/generated/endpoints/receiving/receiving'
import { useStockList } from '@/api/generated/endpoints/stock/stock'
import { type InboundParcelTotals, type Pickup, ReweighStatus, ShipmentStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { newShipment } from '@/shared/shipments/new-shipment'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import classes from './OwnMoney.module.css'

/** Pickups to come, parcels and goods of the client, and weights that wait for its answer: each leads to its list. */
export function OwnParcels() {
  const { menu, can } = useProfile()
  const quiet = { request: { quiet: true } }
  const pickups = usePickupList(
    { open: true, sort: 'starts_at', per_page: 10 },
    { query: { enabled: menu.pickups === true }, ...quiet },
  )
  const parcels = useInboundParcelList(
    { per_page: 10 },
    { query: { enabled: menu.inbound_parcels === true }, ...quiet },
  )
  const held = useReweighList(
    { status: ReweighStatus.Held, per_page: 10 },
    { query: { enabled: can['reweigh.list'] === true }, ...quiet },
  )
  const waiting = useDashboardWaiting({
    query: { enabled: can['shipment.update'] === true },
    ...quiet,
  })
  const goods = useStockList({ per_page: 10 }, { query: { enabled: menu.stocks === true }, ...quiet })
  // Together: one that came later would move the others.
  if (pickups.isLoading || parcels.isLoading || held.isLoading || waiting.isLoading || goods.isLoading) {
    return <Skeleton className={classes.waiting} radius="lg" />
  }
  const heldCount = held.data?.meta.total ?? 0
  const undecided = waiting.data?.data.undecided?.total ?? 0
  const hasGoods = (goods.data?.meta.total ?? 0) > 0
  if (!pickups.data && !parcels.data && !hasGoods && heldCount + undecided === 0) return null
  return (
    <div className={classes.cards}>
      {heldCount > 0 && <HeldWeights count={heldCount} />}
      {undecided > 0 && <UndecidedDeliveries count={undecided} />}
      {pickups.data && <NextPickup pickup={pickups.data.data[0]} />}
      {parcels.data && <StoredParcels totals={parcels.data.meta.totals} />}
      {hasGoods && <OwnGoods />}
    </div>
  )
}

function HeldWeights({ count }: { count: number }) {
  const { t } = useTranslation('portal')
  const to = `${paths['shipments.index']()}?status=${ShipmentStatus.ReweighHold}`
  return (
    <section className={classes.card} aria-label={t('parcels.heldTitle')}>
      <Anchor component={AppLink} to={to} size="sm">
        {t('parcels.heldTitle')}
      </Anchor>
      <Text size="sm" className={classes.overdue}>
        <IconAlertTriangle size={16} aria-hidden /> {t('parcels.held', { count })}
      </Text>
    </section>
  )
}

/** Nobody drives there again before the client says what happens. */
function UndecidedDeliveries({ count }: { count: number }) {
  const { t } = useTranslation('portal')
  const to = `${paths['shipments.index']()}?status=${ShipmentStatus.DeliveryFailed}`
  return (
    <section className={classes.card} aria-label={t('parcels.undecidedTitle')}>
      <Anchor component={AppLink} to={to} size="sm">
        {t('parcels.undecidedTitle')}
      </Anchor>
      <Text size="sm" className={classes.overdue}>
        <IconAlertTriangle size={16} aria-hidden /> {t('parcels.undecided', { count })}
      </Text>
    </section>
  )
}

function NextPickup({ pickup }: { pickup: Pickup | undefined }) {
  const { t } = useTranslation('portal')
  const format = useFormat()
  return (
    <section className={classes.card} aria-label={t('parcels.pickups')}>
      <Anchor
        component={AppLink}
        to={pickup ? `${paths['pickups.index']()}?open=true` : paths['pickups.index']()}
        size="sm"
      >
        {t('parcels.pickups')}
      </Anchor>
      <Text size="sm">
        {pickup
          ? t('parcels.next', {
              day: format.day(pickup.on_date),
              from: pickup.from_time,
              to: pickup.to_time,
            })
          : t('parcels.noPickups')}
      </Text>
    </section>
  )
}

function StoredParcels({ totals }: { totals: InboundParcelTotals }) {
  const { t } = useTranslation('portal')
  const { expected, arrived, stored } = totals
  const inWarehouse = arrived + stored
  return (
    <section className={classes.card} aria-label={t('parcels.own')}>
      <Anchor component={AppLink} to={paths['inbound_parcels.index']()} size="sm">
        {t('parcels.own')}
      </Anchor>
      {inWarehouse > 0 && <Text size="sm">{t('parcels.stored', { count: inWarehouse })}</Text>}
      {expected > 0 && <Text size="sm">{t('parcels.expected', { count: expected })}</Text>}
      {inWarehouse + expected === 0 && <Text size="sm">{t('parcels.none')}</Text>}
    </section>
  )
}

/** Goods that the company keeps for the client. Those of a shipment are chosen at its step of the parcels. */
function OwnGoods() {
  const { t } = useTranslation('portal')
  const profile = useProfile()
  return (
    <section className={classes.card} aria-label={t('parcels.goods')}>
      <Anchor component={AppLink} to={paths['stocks.index']()} size="sm">
        {t('parcels.goods')}
      </Anchor>
      {profile.can['shipment.create'] && profile.can['pick_list.create'] && (
        <Text size="sm">
          <Anchor component={AppLink} to={newShipment(profile)} size="sm">
            {t('parcels.ship')}
          </Anchor>
        </Text>
      )}
    </section>
  )
}

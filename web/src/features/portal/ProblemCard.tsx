import { Button, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { openStep } from '@/shared/shipments/wizard-steps'
import { HELD, STATUS } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import classes from './PortalHome.module.css'
import { Recipient } from './ShipmentLine'
import { usePlainState } from './usePlainState'

/** The states in which the client is asked for something. */
const ASKED = [
  ShipmentStatus.NeedsAttention,
  ShipmentStatus.AwaitingPayment,
  ShipmentStatus.ReweighHold,
  ShipmentStatus.CustomsHold,
  ShipmentStatus.DeliveryFailed,
] as const

/** A problem, the next step, and its button. */
export function ProblemCard({ shipment }: { shipment: ShipmentSummary }) {
  const { t } = useTranslation(['portal', 'shipments'])
  const plain = usePlainState()
  const { icon: StateIcon, color } = shipment.hold ? HELD : STATUS[shipment.status]
  const asked = shipment.hold
    ? 'held'
    : (ASKED.find((status) => status === shipment.status) ?? askedToConfirm(shipment))
  return (
    <article className={classes.problem}>
      <div className={classes.state}>
        <ThemeIcon variant="light" color={color} size="lg" radius="xl" aria-hidden>
          <StateIcon size={20} stroke={1.75} />
        </ThemeIcon>
        <div>
          <b>{plain(shipment)}</b>
          <Recipient shipment={shipment} />
          {asked && <p className={classes.next}>{t(`next.${asked}`)}</p>}
        </div>
      </div>
      <NextAction shipment={shipment} />
    </article>
  )
}

/** It moved before it was confirmed. Only staff add what it lacks. */
function askedToConfirm({ unconfirmed, can }: ShipmentSummary) {
  if (!unconfirmed) return undefined
  return can.confirm ? 'unconfirmed' : 'unconfirmedLacks'
}

function NextAction({ shipment }: { shipment: ShipmentSummary }) {
  const { t } = useTranslation(['portal', 'shipments'])
  const { domain } = useSite()
  const { menu, can: user } = useProfile()
  const { id, status, tracking_code, unconfirmed, can } = shipment
  if (status === ShipmentStatus.NeedsAttention && can.update) {
    return (
      <Button component={AppLink} to={paths['shipments.wizard']({ id, step: openStep(shipment.missing) })}>
        {t('do.complete')}
      </Button>
    )
  }
  if (status === ShipmentStatus.AwaitingPayment && menu.wallets) {
    return (
      <Button component={AppLink} to={paths.wallet()}>
        {t('do.pay')}
      </Button>
    )
  }
  if (unconfirmed && can.confirm) {
    return (
      <Button component={AppLink} to={paths['shipments.show']({ id })}>
        {t('shipments:action.confirm')}
      </Button>
    )
  }
  // A ticket knows its shipment, and its answers stay with it.
  if (user['support_ticket.create']) {
    return (
      <Button component={AppLink} variant="default" to={`${paths['supports.create']()}?shipment_id=${id}`}>
        {t('do.write')}
      </Button>
    )
  }
  if (domain.contact_email) {
    return (
      <Button
        component="a"
        variant="default"
        href={`mailto:${domain.contact_email}?subject=${encodeURIComponent(tracking_code)}`}
      >
        {t('do.write')}
      </Button>
    )
  }
  return (
    <Button component={AppLink} variant="default" to={paths['shipments.show']({ id })}>
      {t('do.see')}
    </Button>
  )
}

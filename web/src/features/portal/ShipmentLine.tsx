import { ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { ProgressLine } from '@/shared/tracking/ProgressLine'
import { progressOf } from '@/shared/tracking/progress'
import { HELD, STATUS } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import classes from './PortalHome.module.css'
import { usePlainState } from './usePlainState'

/** One shipment: to whom, in which state, how far; the whole line is the link. */
export function ShipmentLine({ shipment }: { shipment: ShipmentSummary }) {
  const plain = usePlainState()
  const { icon: StateIcon, color } = shipment.hold ? HELD : STATUS[shipment.status]
  return (
    <article className={classes.line}>
      <div className={classes.state}>
        <ThemeIcon variant="light" color={color} size="lg" radius="xl" aria-hidden>
          <StateIcon size={20} stroke={1.75} />
        </ThemeIcon>
        <div>
          <b>{plain(shipment)}</b>
          <Recipient shipment={shipment} />
        </div>
      </div>
      {/* A shipment on its way back has left the line. */}
      {shipment.status < ShipmentStatus.Delivered && (
        <div className={classes.progress}>
          <ProgressLine {...progressOf({ status: shipment.status, hold_reason: shipment.hold?.reason, events: [] })} />
        </div>
      )}
    </article>
  )
}

/** 'Maria Müller, Berlin, Germany · AT000000014BR'. */
export function Recipient({ shipment }: { shipment: ShipmentSummary }) {
  const { t } = useTranslation('portal')
  const countryName = useCountryName()
  const place = [shipment.to_name, shipment.to_city, countryName(shipment.to_country_id)].filter(Boolean)
  return (
    <div className={classes.recipient}>
      {place.join(', ') || t('noRecipient')} ·{' '}
      <AppLink to={paths['shipments.show']({ id: shipment.id })} className={classes.code}>
        {shipment.tracking_code}
      </AppLink>
    </div>
  )
}

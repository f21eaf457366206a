import { Button, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { useConfirmLabel } from '@/shared/shipments/useConfirmLabel'
import { ProgressLine } from '@/shared/tracking/ProgressLine'
import { progressOf } from '@/shared/tracking/progress'
import { HELD, STATUS } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import classes from './PortalHome.module.css'
import { usePlainState } from './usePlainState'

/** One shipment: to whom, in which state, how far; the whole line is the link. */
export function ShipmentLine({ shipment }: { shipment: ShipmentSummary }) {
  const plain = usePlainState()
  const confirmLabel = useConfirmLabel()
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
      {isFinishedDraft(shipment) && (
        <div className={classes.do}>
          <Button component={AppLink} to={paths['shipments.wizard']({ id: shipment.id, step: 'review' })}>
            {confirmLabel(shipment)}
          </Button>
        </div>
      )}
      {/* A shipment on its way back has left the line. */}
      {!isFinishedDraft(shipment) && shipment.status < ShipmentStatus.Delivered && (
        <div className={classes.progress}>
          <ProgressLine
            {...progressOf({ status: shipment.status, hold_reason: shipment.hold?.reason, events: [] })}
          />
        </div>
      )}
    </article>
  )
}

const isFinishedDraft = ({ status, can }: ShipmentSummary) => status === ShipmentStatus.Draft && can.confirm

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

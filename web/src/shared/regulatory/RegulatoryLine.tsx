import { Anchor, Button, Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RegulatoryStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './RegulatoryLine.module.css'
import { regulatoryLook } from './status'
import { useRequestOf } from './useRequestOf'
import { useOpenRequest } from './useShipmentMenu'

/** One line about the request of a shipment: its status, and the way to it. */
export function RegulatoryLine({ shipmentId }: { shipmentId: string }) {
  const { t } = useTranslation('regulatory')
  const { can } = useProfile()
  const { data } = useRequestOf(shipmentId)
  const open = useOpenRequest()
  const request = data?.data[0]
  if (!data || (!request && !can['regulatory_request.create'])) return null
  const status = request?.anvisa_solicita_status ?? RegulatoryStatus.NotRequested
  return (
    <Paper withBorder radius="md" className={classes.line} component="section" aria-label={t('line')}>
      {request ? (
        <Anchor component={AppLink} to={paths['regulatory_requests.show']({ id: request.id })} size="sm">
          {t('line')}
        </Anchor>
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => open({ id: shipmentId })}>
          {t('shipment.open')}
        </Button>
      )}
      <StatusBadge status={regulatoryLook(status, t)} />
    </Paper>
  )
}

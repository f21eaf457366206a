import { Anchor, Button, Paper, Text } from '@mantine/core'
import { IconTruckLoading } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PickupStatus, type Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { askPickupOf, isAtSender } from './ask-pickup'
import classes from './PickupLine.module.css'
import { usePickupOf } from './usePickupOf'

/** The pickup of a shipment with its day, or the way to ask for one. */
export function PickupLine({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const { can } = useProfile()
  const format = useFormat()
  const { data } = usePickupOf(shipment.id)
  const pickup = data?.data.find(({ status }) => status !== PickupStatus.Cancelled)
  // Somebody came, and these parcels were not there.
  const isMissed = pickup?.status === PickupStatus.Collected || pickup?.status === PickupStatus.Partial
  const asks = can['pickup.create'] === true && isAtSender(shipment) && (!pickup || isMissed)
  if (!data || (!pickup && !asks)) return null
  return (
    <Paper withBorder radius="md" className={classes.line} component="section" aria-label={t('pickup.title')}>
      {pickup && (
        <>
          <Anchor component={AppLink} to={paths['pickups.show']({ id: pickup.id })} size="sm">
            {t('pickup.named', { number: pickup.number })}
          </Anchor>
          <Text size="sm">
            {t('pickup.window', {
              day: format.day(pickup.on_date),
              from: pickup.from_time,
              to: pickup.to_time,
            })}
          </Text>
        </>
      )}
      {asks && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTruckLoading size={16} stroke={1.75} aria-hidden />}
          renderRoot={(root) => <AppLink {...root} to={askPickupOf(shipment.id)} />}
        >
          {t('action.askPickup')}
        </Button>
      )}
    </Paper>
  )
}

import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickupShipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import { listed } from '@/ui/wording'
import classes from './Pickups.module.css'
import { outcomeLook } from './status'

/** The shipments of a pickup, each with what became of it. */
export function PickupShipments({ shipments }: { shipments: PickupShipment[] }) {
  const { t } = useTranslation('pickups')
  const format = useFormat()
  if (shipments.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('shipments.none')}
      </Text>
    )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ul role="list" className={classes.list}>
      {shipments.map(({ id, tracking_code, to_name, to_city, parcel_count, outcome, parcels_collected }) => (
        <li key={id} className={classes.line}>
          <Anchor component={AppLink} to={paths['shipments.show']({ id })} className={classes.code}>
            {tracking_code}
          </Anchor>
          <span className={classes.to}>{listed([to_name, to_city].filter((word) => word !== null))}</span>
          <Text size="sm">
            {outcome === 'collected' || outcome === 'added'
              ? t('shipments.collectedOf', {
                  count: parcel_count,
                  number: format.number(parcels_collected),
                  total: format.number(parcel_count),
                })
              : t('shipments.parcels', { count: parcel_count })}
          </Text>
          <StatusBadge status={outcomeLook(outcome, t)} />
        </li>
      ))}
    </ul>
  )
}

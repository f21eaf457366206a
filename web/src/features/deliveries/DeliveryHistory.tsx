import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetails, DeliveryRecord, DeliveryStop } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { stopLook } from '@/shared/deliveries/status'
import { RecordLine, RecordLines } from '@/shared/field-records/RecordLine'
import { ShipmentLink } from '@/shared/shipments/ShipmentLink'
import { STATUS, statusTextKey } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './Deliveries.module.css'

/** The shipments of a delivery, and how many of their parcels were handed over. */
export function DeliveryShipments({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation(['deliveries', 'shipment-status'])
  return (
    <PageCard title={t('section.shipments')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list}>
        {delivery.shipments.map(({ id, tracking_code, client_name, status, parcel_count, done }) => (
          <li key={id} className={classes.line}>
            <span>
              <ShipmentLink id={id} trackingCode={tracking_code} />
              <Text size="xs" c="dimmed">
                {client_name}
              </Text>
            </span>
            <Text size="sm">
              {t('parcelsDone', { count: parcel_count, done: done.length, total: parcel_count })}
            </Text>
            <StatusBadge status={{ ...STATUS[status], label: t(statusTextKey(status)) }} />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

/** The runs that it was on. */
export function DeliveryStops({ stops }: { stops: DeliveryStop[] }) {
  const { t } = useTranslation('deliveries')
  const { menu } = useProfile()
  const format = useFormat()
  if (stops.length === 0) return null
  return (
    <PageCard title={t('section.stops')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list}>
        {stops.map(({ id, route_id, route_number, on_date, driver_name, outcome, reason, removed_at }) => (
          <li key={id} className={classes.line}>
            <span>
              {menu.routes && route_id ? (
                <Anchor component={AppLink} to={paths['routes.show']({ id: route_id })} size="sm">
                  {route_number}
                </Anchor>
              ) : (
                (route_number ?? t('atCounter'))
              )}
              <Text size="xs" c="dimmed">
                {[on_date && format.day(on_date), driver_name].filter(Boolean).join(' · ')}
              </Text>
            </span>
            {outcome ? (
              <StatusBadge status={stopLook(outcome, t)} />
            ) : (
              <Text size="sm" c="dimmed">
                {removed_at ? [t('takenOff'), reason].filter(Boolean).join(': ') : t('noOutcome')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

/** Records of drivers and of the office, the newest first. */
export function DeliveryRecords({ delivery: { id, records } }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('deliveries')
  if (records.length === 0) return null
  const saidOf = (record: DeliveryRecord) => [
    record.reason && t(`reason.${record.reason}`),
    record.name,
    record.relationship && t(`receiver.${record.relationship}`),
    record.document_number,
    record.is_pin_right !== null && t(record.is_pin_right ? 'pinRight' : 'pinWrong'),
    record.note,
    record.proof_impossible && t('proofImpossible', { reason: record.proof_impossible }),
  ]
  return (
    <PageCard title={t('section.records')}>
      <RecordLines>
        {records.map((record) => (
          <RecordLine
            key={record.id}
            record={record}
            name={t(`kind.${record.kind}`)}
            said={saidOf(record)}
            of={`/api/shipment-deliveries/${id}`}
          />
        ))}
      </RecordLines>
    </PageCard>
  )
}

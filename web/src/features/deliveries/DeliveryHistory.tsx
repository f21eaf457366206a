import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetails, DeliveryRecord, DeliveryStop } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { stopLook } from '@/shared/deliveries/status'
import { RecordFiles } from '@/shared/field-records/RecordFiles'
import { STATUS, statusTextKey } from '@/shared/tracking/status'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Deliveries.module.css'

/** The shipments of a delivery, and how many of their parcels were handed over. */
export function DeliveryShipments({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation(['deliveries', 'shipment-status'])
  const { can } = useProfile()
  return (
    <PageCard title={t('section.shipments')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list}>
        {delivery.shipments.map(({ id, tracking_code, client_name, status, parcel_count, done }) => (
          <li key={id} className={classes.line}>
            <span>
              {can['shipment.show'] ? (
                <Anchor component={AppLink} to={paths['shipments.show']({ id })} size="sm">
                  {tracking_code}
                </Anchor>
              ) : (
                tracking_code
              )}
              <Text size="xs" c="dimmed">
                {client_name}
              </Text>
            </span>
            <Text size="sm">{t('parcelsDone', { done: done.length, total: parcel_count })}</Text>
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
              {menu.routes ? (
                <Anchor component={AppLink} to={paths['routes.show']({ id: route_id })} size="sm">
                  {route_number}
                </Anchor>
              ) : (
                route_number
              )}
              <Text size="xs" c="dimmed">
                {[format.day(on_date), driver_name].filter(Boolean).join(' · ')}
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

/** Records of drivers, the newest first. */
export function DeliveryRecords({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('deliveries')
  if (delivery.records.length === 0) return null
  return (
    <PageCard title={t('section.records')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" className={classes.list}>
        {delivery.records.map((record) => (
          <li key={record.id} className={classes.line}>
            <Recorded record={record} delivery={delivery.id} />
          </li>
        ))}
      </ol>
    </PageCard>
  )
}

function Recorded({ record, delivery }: { record: DeliveryRecord; delivery: string }) {
  const { t } = useTranslation('deliveries')
  const { kind, reason, name, relationship, document_number, is_pin_right, note, proof_impossible } = record
  const said = [
    reason && t(`reason.${reason}`),
    name,
    relationship && t(`receiver.${relationship}`),
    document_number,
    is_pin_right !== null && t(is_pin_right ? 'pinRight' : 'pinWrong'),
    note,
    proof_impossible && t('proofImpossible', { reason: proof_impossible }),
  ]
  const { latitude, longitude, accuracy_m } = record
  return (
    <>
      <span>
        {t(`kind.${kind}`)}
        <Text size="xs" c="dimmed">
          {said.filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Text size="xs" c="dimmed" component="span">
        <Moment at={record.at} />
      </Text>
      {latitude !== null && longitude !== null && (
        <Anchor size="xs" href={`geo:${latitude},${longitude}`}>
          {t('place', { metres: Math.round(accuracy_m ?? 0) })}
        </Anchor>
      )}
      {!record.is_complete && (
        <Text size="xs" c="orange">
          {t('waitingFiles')}
        </Text>
      )}
      <RecordFiles
        of={`/api/shipment-deliveries/${delivery}`}
        files={record.files}
        nameOf={(proof) => t(`proof.${proof}`)}
      />
    </>
  )
}

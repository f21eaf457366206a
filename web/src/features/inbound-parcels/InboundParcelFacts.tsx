import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InboundParcel } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ShipmentLink } from '@/shared/shipments/ShipmentLink'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './InboundParcels.module.css'
import { inboundParcelLook } from './status'

/** In what state a parcel is, and what is known of it. */
export function InboundParcelFacts({ parcel }: { parcel: InboundParcel }) {
  const { t } = useTranslation('inbound-parcels')
  const { is_outside } = useProfile()
  const format = useFormat()
  const countryName = useCountryName()
  const { status, weight_g, length_mm, width_mm, height_mm, value, currency } = parcel
  return (
    <>
      <StatusBadge status={inboundParcelLook(status, t)} />
      <Text size="sm" mt="xs">
        {is_outside ? t(`next.${status}`) : t(`task.${parcel.client_id ? status : 'unidentified'}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.reason')}>{parcel.reason}</Fact>
        {!is_outside && (
          <Fact label={t('field.client')}>
            <Client parcel={parcel} />
          </Fact>
        )}
        <Fact label={t('field.suite')}>{!is_outside && parcel.suite_code}</Fact>
        <Fact label={t('field.warehouse')}>{parcel.warehouse_name}</Fact>
        <Fact label={t('field.place')}>{parcel.place}</Fact>
        <Fact label={t('field.carrier')}>{parcel.carrier}</Fact>
        <Fact label={t('field.shop')}>{parcel.shop}</Fact>
        <Fact label={t('field.from_country')}>{countryName(parcel.from_country_id)}</Fact>
        <Fact label={t('field.order_ref')}>{parcel.order_ref}</Fact>
        <Fact label={t('field.content')}>{parcel.content}</Fact>
        <Fact label={t('field.value')}>
          {value && currency && <Money amount={value} currency={currency} />}
        </Fact>
        <Fact label={t('field.weight')}>{weight_g !== null && format.weight(weight_g)}</Fact>
        <Fact label={t('field.size')}>
          {length_mm !== null &&
            width_mm !== null &&
            height_mm !== null &&
            format.sizes(length_mm, width_mm, height_mm)}
        </Fact>
        <Storage parcel={parcel} />
        <Shipment parcel={parcel} />
        <Fact label={t('field.announced_at')}>
          {parcel.announced_at && <Moment at={parcel.announced_at} />}
        </Fact>
        <Fact label={t('field.arrived_at')}>{parcel.arrived_at && <Moment at={parcel.arrived_at} />}</Fact>
      </Facts>
    </>
  )
}

/** What the storage costs so far, and what comes. */
function Storage({ parcel: { storage, storage_charged } }: { parcel: InboundParcel }) {
  const { t } = useTranslation('inbound-parcels')
  const format = useFormat()
  if (!storage) return null
  const { amount, currency, fee_per_day, paid_days, free_until, capped_on } = storage
  return (
    <>
      <Fact label={t('field.storage')}>
        {paid_days === 0 ? t('storage.free') : <Money amount={amount} currency={currency} />}
        {paid_days > 0 && (
          <Text size="xs" c="dimmed">
            {t('storage.days', { count: paid_days, number: format.number(paid_days) })}
          </Text>
        )}
      </Fact>
      <Fact label={t('field.storage_charged')}>
        {storage_charged && <Money amount={storage_charged} currency={currency} />}
      </Fact>
      <Fact label={t('field.fee_per_day')}>
        {Number(fee_per_day) > 0 && <Money amount={fee_per_day} currency={currency} />}
      </Fact>
      <Fact label={t('field.free_until')}>{format.day(free_until)}</Fact>
      <Fact label={t('field.capped_on')}>{capped_on && format.day(capped_on)}</Fact>
    </>
  )
}

/** The request that has it, and the shipment that takes it out. */
function Shipment({ parcel: { repack_id, shipment_id, tracking_code } }: { parcel: InboundParcel }) {
  const { t } = useTranslation('inbound-parcels')
  return (
    <>
      <Fact label={t('field.request')}>
        {repack_id && (
          <Anchor component={AppLink} to={paths['repacks.show']({ id: repack_id })} size="sm">
            {t('toRequest')}
          </Anchor>
        )}
      </Fact>
      <Fact label={t('field.shipment')}>
        {tracking_code && <ShipmentLink id={shipment_id} trackingCode={tracking_code} />}
      </Fact>
    </>
  )
}

function Client({ parcel: { client_id, client_name } }: { parcel: InboundParcel }) {
  const { t } = useTranslation('inbound-parcels')
  const { menu } = useProfile()
  if (!client_id) return t('unidentified')
  if (!menu.clients) return client_name
  return (
    <Anchor component={AppLink} to={paths['clients.edit']({ id: client_id })} size="sm">
      {client_name}
    </Anchor>
  )
}

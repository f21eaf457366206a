import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Repack } from '@/api/schema'
import { useProfile } from '@/context/session'
import { ShipmentLink } from '@/shared/shipments/ShipmentLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Repacks.module.css'
import { repackLook } from './status'

/** In what state a request is, and what is known of it. */
export function RepackFacts({ repack }: { repack: Repack }) {
  const { t } = useTranslation('repacks')
  const { is_outside } = useProfile()
  const format = useFormat()
  const { status, shipment_id, tracking_code, weight_g, length_mm, width_mm, height_mm } = repack
  return (
    <>
      <StatusBadge status={repackLook(status, t)} />
      <Text size="sm" mt="xs">
        {is_outside ? t(`next.${status}`) : t(`task.${status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.reason')}>{repack.reason}</Fact>
        <Fact label={t('field.client')}>{!is_outside && repack.client_name}</Fact>
        <Fact label={t('field.suite')}>{!is_outside && repack.suite_code}</Fact>
        <Fact label={t('field.warehouse')}>{repack.warehouse_name}</Fact>
        <Fact label={t('field.shipment')}>
          {tracking_code && <ShipmentLink id={shipment_id} trackingCode={tracking_code} />}
        </Fact>
        <Fact label={t('field.options')}>
          {repack.options.map((option) => t(`option.${option}`)).join(', ')}
        </Fact>
        <Fact label={t('field.note')} long>
          {repack.note}
        </Fact>
        <Fact label={t('field.fee')}>
          <Money amount={repack.fee} currency={repack.currency} />
        </Fact>
        <Fact label={t('field.weight')}>{weight_g !== null && format.weight(weight_g)}</Fact>
        <Fact label={t('field.size')}>
          {length_mm !== null &&
            width_mm !== null &&
            height_mm !== null &&
            format.sizes(length_mm, width_mm, height_mm)}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={repack.created_at} />
        </Fact>
        <Fact label={t('field.packed_at')}>{repack.packed_at && <Moment at={repack.packed_at} />}</Fact>
        <PackedStorage repack={repack} />
      </Facts>
    </>
  )
}

/** The price of the packed parcel's storage while it lies there, and the charge once it had left. */
function PackedStorage({ repack: { packed_storage, storage_charged, departed_at } }: { repack: Repack }) {
  const { t } = useTranslation('repacks')
  const format = useFormat()
  if (!packed_storage) return null
  const { amount, currency, free_until, paid_days } = packed_storage
  return (
    <>
      <Fact label={t('field.free_until')}>{!departed_at && format.day(free_until)}</Fact>
      <Fact label={t('field.packed_storage')}>
        {!departed_at && paid_days > 0 && <Money amount={amount} currency={currency} />}
      </Fact>
      <Fact label={t('field.departed_at')}>{departed_at && <Moment at={departed_at} />}</Fact>
      <Fact label={t('field.storage_charged')}>
        {storage_charged && <Money amount={storage_charged} currency={currency} />}
      </Fact>
    </>
  )
}

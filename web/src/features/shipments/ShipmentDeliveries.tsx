import { Anchor, Group, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShipmentDelivery } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { deliveryLook } from '@/shared/deliveries/status'
import { RecordFiles } from '@/shared/field-records/RecordFiles'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { DeliveryChoiceForm } from './DeliveryChoiceForm'

type ShipmentDeliveriesProps = {
  /** Its id. */
  shipment: string
  deliveries: ShipmentDelivery[]
}

/** The deliveries of a shipment: when somebody comes, how often somebody came, and who took the parcels. */
export default function ShipmentDeliveries({ shipment, deliveries }: ShipmentDeliveriesProps) {
  const { t } = useTranslation('deliveries')
  const { is_outside } = useProfile()
  return (
    <PageCard title={deliveries.length === 1 ? t('one') : t('title')}>
      {deliveries.map((delivery) => (
        <Fragment key={delivery.id}>
          <Delivery delivery={delivery} />
          {delivery.can.proof && <DeliveryProof shipment={shipment} delivery={delivery} />}
          {is_outside && delivery.days.length > 0 && (
            <DeliveryChoiceForm shipment={shipment} delivery={delivery} />
          )}
          {delivery.needs_office && (
            <Text size="sm" mt="md">
              {t('client.office')}
            </Text>
          )}
        </Fragment>
      ))}
    </PageCard>
  )
}

/** The paper that proves a delivery, and its photos and signatures. */
function DeliveryProof({ shipment, delivery }: { shipment: string; delivery: ShipmentDelivery }) {
  const { t } = useTranslation('deliveries')
  const address = `/api/shipments/${shipment}/deliveries/${delivery.id}`
  return (
    <Group mt="md">
      <Anchor href={`${address}/proof`} size="sm" target="_blank" rel="noreferrer">
        {t('action.proof')}
      </Anchor>
      <RecordFiles of={address} files={delivery.files} nameOf={(kind) => t(`proof.${kind}`)} />
    </Group>
  )
}

function Delivery({ delivery }: { delivery: ShipmentDelivery }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { menu } = useProfile()
  const { id, number, status, window, attempts, max_attempts, fail_reason } = delivery
  const { received_by, relationship, choice, choice_on } = delivery
  const times = window?.from_time && window.to_time && `${window.from_time}–${window.to_time}`
  return (
    <Facts label={number}>
      <Fact label={t('field.number')}>
        {menu.deliveries ? (
          <Anchor component={AppLink} to={paths['deliveries.show']({ id })} size="sm">
            {number}
          </Anchor>
        ) : (
          <Text size="sm">{number}</Text>
        )}
      </Fact>
      <Fact label={t('field.status')}>
        <StatusBadge status={deliveryLook(status, t)} />
      </Fact>
      <Fact label={t('field.on_date')}>
        {window && [format.day(window.on_date), times].filter(Boolean).join(' · ')}
      </Fact>
      <Fact label={t('field.attempts')}>
        {attempts > 0 && t('attemptsOf', { used: attempts, max: max_attempts })}
      </Fact>
      <Fact label={t('field.fail_reason')}>{fail_reason && t(`reason.${fail_reason}`)}</Fact>
      <Fact label={t(delivery.is_choice_of_client ? 'client.chosen' : 'field.choice')}>
        {choice && [t(`choice.${choice}`), choice_on && format.day(choice_on)].filter(Boolean).join(' · ')}
      </Fact>
      <Fact label={t('public.note')} long>
        {delivery.choice_note}
      </Fact>
      <Fact label={t('field.delivered_at')}>
        {delivery.delivered_at && <Moment at={delivery.delivered_at} />}
      </Fact>
      <Fact label={t('field.received_by')}>
        {[received_by, relationship && t(`receiver.${relationship}`)].filter(Boolean).join(' · ')}
      </Fact>
    </Facts>
  )
}

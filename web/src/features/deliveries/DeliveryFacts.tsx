import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type DeliveryDetails, DeliveryStatus } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { PhoneLink } from '@/blocks/PhoneLink'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { deliveryLook } from '@/shared/deliveries/status'
import { RecordTasks } from '@/shared/field-records/RecordTasks'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Deliveries.module.css'

/** Where it goes, when, on which run, and who took it. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { menu } = useProfile()
  const { from_time, to_time, route_id, route_number, received_by, relationship, delivered_at } = delivery
  const streetOf = useStreet()
  const place = [streetOf(delivery), delivery.address_2, delivery.postcode, delivery.city]
  return (
    <PageCard label={t('section.facts')}>
      <StatusBadge status={deliveryLook(delivery.status, t)} />
      <Facts className={classes.facts}>
        <Fact label={t('field.recipient')}>{delivery.recipient_name}</Fact>
        <Fact label={t('field.address')} long>
          {place.filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={t('field.phone')}>
          {delivery.phone && <PhoneLink number={delivery.phone} size="sm" />}
        </Fact>
        <Fact label={t('field.on_date')}>
          {[format.day(delivery.on_date), from_time && to_time && `${from_time}–${to_time}`]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact label={t('field.instructions')} long>
          {delivery.instructions}
        </Fact>
        <Fact label={t('field.route')}>
          {route_id && menu.routes ? (
            <Anchor component={AppLink} to={paths['routes.show']({ id: route_id })} size="sm">
              {route_number}
            </Anchor>
          ) : (
            route_number
          )}
        </Fact>
        <Fact label={t('field.driver')}>{delivery.driver_name}</Fact>
        <Fact label={t('field.attempts')}>
          {t('attemptsOf', { used: delivery.attempts, max: delivery.max_attempts })}
        </Fact>
        <Fact label={t('field.fail_reason')}>
          {delivery.fail_reason && t(`reason.${delivery.fail_reason}`)}
        </Fact>
        <Fact label={t('field.choice')}>{delivery.choice && t(`choice.${delivery.choice}`)}</Fact>
        <Fact label={t('field.reason')} long>
          {delivery.reason}
        </Fact>
        <Fact label={t('field.decide_until')}>
          {delivery.decide_until && format.day(delivery.decide_until)}
        </Fact>
        <Fact label={t('field.delivered_at')}>{delivered_at && <Moment at={delivered_at} />}</Fact>
        <Fact label={t('field.received_by')}>
          {[received_by, relationship && t(`receiver.${relationship}`)].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={t('field.proof')}>{delivery.proof.map((kind) => t(`proof.${kind}`)).join(', ')}</Fact>
        <Fact label={t('field.pin_misses')}>
          {delivery.pin_misses > 0 && format.number(delivery.pin_misses)}
        </Fact>
        <Cash delivery={delivery} />
        <Fact label={t('field.created_at')}>
          <Moment at={delivery.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}

/** The cash that the driver collects, and the cash that was collected once it is counted. */
function Cash({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('deliveries')
  const { cod_due, cod_currency, cod_taken, is_cash_waiting, is_cash_paid_out } = delivery
  if (cod_currency === null) return null
  return (
    <>
      <Fact label={t('field.cod_due')}>{cod_due && <Money amount={cod_due} currency={cod_currency} />}</Fact>
      <Fact label={t('field.cod_taken')}>
        {is_cash_waiting && t('cashWaiting')}
        {cod_taken && <Money amount={cod_taken} currency={cod_currency} />}
        {is_cash_paid_out && ` · ${t('cashPaid')}`}
      </Fact>
    </>
  )
}

/** Tasks for the staff, and what the recipient wants. */
export function DeliveryTasks({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const { tasks, flags, is_waiting, choice, choice_on, choice_note, status } = delivery
  const wish = choice && [t(`choice.${choice}`), choice_on && format.day(choice_on), choice_note]
  return (
    <RecordTasks
      title={t('tasksTitle')}
      items={[
        ...tasks.map((task) => t(`task.${task}`)),
        ...flags.map((flag) => t(`flag.${flag}`)),
        wish !== null &&
          status === DeliveryStatus.Failed &&
          t('chosen', { choice: wish.filter(Boolean).join(' · ') }),
        is_waiting && t('waitingFiles'),
      ]}
    />
  )
}

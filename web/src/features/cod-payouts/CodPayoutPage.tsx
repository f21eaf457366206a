import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCodPayoutShow } from '@/api/generated/endpoints/finance/finance'
import type { CodDelivery, CodPayoutDetails } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useCodPayoutActions } from './actions'
import classes from './CodPayouts.module.css'
import { codPayoutLook } from './status'

/** A payout: how the client got it, and whose deliveries it is made of. */
export function CodPayoutPage({ id }: { id: string }) {
  const { t } = useTranslation('cod-payouts')
  return (
    <RecordPage
      result={useCodPayoutShow(id)}
      title={t('one')}
      failed={t('showFailed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useCodPayoutActions()}
      sideAt="start"
      side={(payout) => <CodPayoutFacts payout={payout} />}
    >
      {(payout) => <Deliveries payout={payout} />}
    </RecordPage>
  )
}

function CodPayoutFacts({ payout }: { payout: CodPayoutDetails }) {
  const { t } = useTranslation('cod-payouts')
  const format = useFormat()
  return (
    <PageCard label={t('one')}>
      <StatusBadge status={codPayoutLook(payout.status, t)} />
      <Facts className={classes.facts}>
        <Fact label={t('field.client')}>{payout.client_name}</Fact>
        <Fact label={t('field.amount')}>
          <Money amount={payout.amount} currency={payout.currency} />
        </Fact>
        <Fact label={t('field.method')}>{t(`method.${payout.method}`)}</Fact>
        <Fact label={t('field.paid_on')}>{format.day(payout.paid_on)}</Fact>
        <Fact label={t('field.bank_account')}>{payout.bank_label}</Fact>
        <Fact label={t('field.reference')}>{payout.reference}</Fact>
        <Fact label={t('field.created_by')}>{payout.created_by_name}</Fact>
        <Fact label={t('field.note')} long>
          {payout.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {payout.reason}
        </Fact>
        <Fact label={t('field.reversed_by')}>{payout.reversed_by_name}</Fact>
        <Fact label={t('field.reversed_at')}>{payout.reversed_at && <Moment at={payout.reversed_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}

function Deliveries({ payout }: { payout: CodPayoutDetails }) {
  const { t } = useTranslation('cod-payouts')
  return (
    <PageCard title={t('field.deliveries')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('field.deliveries')}>
        {payout.deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </PageCard>
  )
}

/** Staff come to the delivery from here, clients to their shipments. */
function DeliveryLine({ delivery }: { delivery: CodDelivery }) {
  const { t } = useTranslation('cod-payouts')
  const { menu } = useProfile()
  const { id, number, recipient_name, amount, currency, taken_at, shipments } = delivery
  return (
    <li className={classes.line}>
      <div>
        {menu.deliveries ? (
          <Anchor component={AppLink} to={paths['deliveries.show']({ id })} size="sm">
            {number}
          </Anchor>
        ) : (
          <Text size="sm">{number}</Text>
        )}
        <Text size="xs" c="dimmed">
          {recipient_name} · {t('taken')} <Moment at={taken_at} />
        </Text>
        {shipments.map((shipment) => (
          <Anchor
            key={shipment.id}
            component={AppLink}
            to={paths['shipments.show'](shipment)}
            size="xs"
            display="block"
          >
            {shipment.tracking_code}
          </Anchor>
        ))}
      </div>
      <Text size="sm" className={classes.amount}>
        <Money amount={amount} currency={currency} />
      </Text>
    </li>
  )
}

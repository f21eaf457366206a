import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PurchaseDetails } from '@/api/schema'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Purchases.module.css'
import { purchaseLook } from './status'

/** In what state a purchase is, and what is known of it. */
export function PurchaseFacts({ purchase }: { purchase: PurchaseDetails }) {
  const { t } = useTranslation('purchases')
  const format = useFormat()
  const { over_percent, expected_on, total_cost, currency, ordered_at, ended_at } = purchase
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={purchaseLook(purchase.status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${purchase.status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.supplier')}>{purchase.supplier}</Fact>
        <Fact label={t('field.supplier_reference')}>{purchase.supplier_reference}</Fact>
        <Fact label={t('field.client')}>{purchase.client_name ?? t('own')}</Fact>
        <Fact label={t('field.warehouse')}>{purchase.warehouse_code}</Fact>
        <Fact label={t('field.quantity')}>{format.number(purchase.quantity)}</Fact>
        <Fact label={t('field.received')}>{format.number(purchase.received)}</Fact>
        <Fact label={t('field.over_percent')}>{over_percent > 0 && `${format.number(over_percent)} %`}</Fact>
        <Fact label={t('field.expected_on')}>{expected_on && format.day(expected_on)}</Fact>
        <Fact label={t('field.total_cost')}>
          {total_cost !== null && <Money amount={total_cost} currency={currency} />}
        </Fact>
        <Fact label={t('field.note')} long>
          {purchase.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {purchase.reason}
        </Fact>
        <Fact label={t('field.ordered_at')}>{ordered_at && <Moment at={ordered_at} />}</Fact>
        <Fact label={t('field.ended_at')}>{ended_at && <Moment at={ended_at} />}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={purchase.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}

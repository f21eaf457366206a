import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuyingRequestShow } from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { useProfile } from '@/context/session'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useBuyingActions } from './actions'
import classes from './BuyingRequests.module.css'
import { buyingLook } from './status'

/** One request: what is wanted, what it costs, and how far it is. */
export function BuyingRequestPage({ id }: { id: string }) {
  const { t } = useTranslation('buying-requests')
  return (
    <RecordPage
      result={useBuyingRequestShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useBuyingActions()}
      side={(request) => <State request={request} />}
    >
      {(request) => (
        <Stack>
          <Goods request={request} />
          {request.total !== null && <Quote request={request} />}
        </Stack>
      )}
    </RecordPage>
  )
}

type RequestProps = { request: BuyingRequest }

function State({ request }: RequestProps) {
  const { t } = useTranslation('buying-requests')
  const { is_outside } = useProfile()
  const { status, accepted_at, bought_at, refunded_at } = request
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={buyingLook(status, t)} />
      <Text size="sm" mt="xs">
        {is_outside ? t(`nextForClients.${status}`) : t(`next.${status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.client')}>{!is_outside && request.client_name}</Fact>
        <Fact label={t('field.warehouse')}>{request.warehouse_code}</Fact>
        <Fact label={t('field.order_number')}>{request.order_number}</Fact>
        <Fact label={t('field.tracking_code')}>{request.tracking_code}</Fact>
        <Fact label={t('field.reason')} long>
          {request.reason}
        </Fact>
        <Fact label={t('field.accepted_at')}>{accepted_at && <Moment at={accepted_at} />}</Fact>
        <Fact label={t('field.bought_at')}>{bought_at && <Moment at={bought_at} />}</Fact>
        <Fact label={t('field.refunded_at')}>{refunded_at && <Moment at={refunded_at} />}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={request.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}

function Goods({ request }: RequestProps) {
  const { t } = useTranslation('buying-requests')
  const format = useFormat()
  return (
    <PageCard title={t('goods')}>
      <Facts label={t('goods')}>
        <Fact label={t('field.title')}>{request.title}</Fact>
        <Fact label={t('field.quantity')}>{format.number(request.quantity)}</Fact>
        <Fact label={t('field.url')} long>
          {request.url && (
            <Anchor href={request.url} target="_blank" rel="noopener noreferrer" size="sm">
              {request.url}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.details')} long>
          {request.details}
        </Fact>
      </Facts>
    </PageCard>
  )
}

function Quote({ request }: RequestProps) {
  const { t } = useTranslation('buying-requests')
  const format = useFormat()
  const { currency, quote_until, quote_note } = request
  const money = (amount: string | null) =>
    amount !== null && currency !== null && <Money amount={amount} currency={currency} />
  return (
    <PageCard title={t('quote.section')}>
      <Facts label={t('quote.section')}>
        <Fact label={t('field.goods_amount')}>{money(request.goods_amount)}</Fact>
        <Fact label={t('field.shipping_amount')}>{money(request.shipping_amount)}</Fact>
        <Fact label={t('field.fee_amount')}>{money(request.fee_amount)}</Fact>
        <Fact label={t('field.total')}>{money(request.total)}</Fact>
        <Fact label={t('field.quote_until')}>{quote_until && format.day(quote_until)}</Fact>
        <Fact label={t('field.quote_note')} long>
          {quote_note}
        </Fact>
      </Facts>
    </PageCard>
  )
}

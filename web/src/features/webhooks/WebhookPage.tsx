import { Alert, Stack, Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebhookDeliveryList, useWebhookShow } from '@/api/generated/endpoints/integrations/integrations'
import { PAGED } from '@/api/record-query'
import { type Webhook, WebhookStatus } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { Fact, Facts } from '@/ui/Facts'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { DataTable } from '@/ui/table/DataTable'
import { useListParams } from '@/ui/table/useListParams'
import { Moment } from '@/ui/time/Moment'
import { useWebhookActions } from './actions'
import { deliveryColumns } from './columns'
import { useDeliveryActions } from './delivery-actions'
import { DELIVERY_STATUSES, deliveryList } from './list'
import { webhookLook } from './status'
import classes from './Webhooks.module.css'
import { eventText, patternText, waitingText } from './words'

/** One webhook: its health, and the events of the last thirty days. */
export function WebhookPage({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <RecordPage
      result={useWebhookShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ url }) => new URL(url).host}
      actions={useWebhookActions()}
      side={(webhook) => <WebhookFacts webhook={webhook} />}
    >
      {(webhook) => (
        <Stack>
          <Advice webhook={webhook} />
          <Deliveries id={webhook.id} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** Says how to make events arrive. */
function Advice({ webhook: { status, disabled_reason } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  if (status === WebhookStatus.Active) return null
  const why = disabled_reason && t(`disabled.${disabled_reason}`)
  return (
    <Alert color={status === WebhookStatus.Disabled ? 'red' : 'orange'} role="status">
      {why} {t(`next.${status}`)}
    </Alert>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const { patterns, header_names, first_failed_at, held_until, last_success_at, former_secret_until } =
    webhook
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={webhookLook(webhook.status, t)} />
      <Facts className={classes.facts}>
        <Fact label={t('field.url')} long>
          {webhook.url}
        </Fact>
        <Fact label={t('field.patterns')} long>
          {patterns.map((pattern) => patternText(t, pattern)).join(', ')}
        </Fact>
        <Fact label={t('field.order')}>{t(webhook.fifo ? 'order.fifo' : 'order.none')}</Fact>
        <Fact label={t('field.headers')}>{header_names.join(', ')}</Fact>
        <Fact label={t('field.event_version')}>
          {webhook.event_version}
          {webhook.event_version_ends_on &&
            ` ${t('versionEnds', { day: format.day(webhook.event_version_ends_on) })}`}
        </Fact>
        <Fact label={t('field.waiting')}>{waitingText(t, format, webhook)}</Fact>
        <Fact label={t('field.last_success_at')}>
          {last_success_at ? <Moment at={last_success_at} /> : t('never')}
        </Fact>
        <Fact label={t('field.first_failed_at')}>{first_failed_at && <Moment at={first_failed_at} />}</Fact>
        <Fact label={t('field.held_until')}>{held_until && <Moment at={held_until} />}</Fact>
        <Fact label={t('field.former_secret_until')}>
          {former_secret_until && <Moment at={former_secret_until} />}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={webhook.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}

/** The log: open pages are told of each attempt. */
function Deliveries({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const list = useListParams(deliveryList)
  const result = useWebhookDeliveryList(id, list.query, PAGED)
  const columns = useMemo(() => deliveryColumns({ t, format }), [t, format])
  const actions = useDeliveryActions(id)
  return (
    <PageCard title={t('log.title')}>
      <Text size="sm" mb="sm">
        {t('log.text')}
      </Text>
      <FilterTabs
        label={t('field.status')}
        value={list.values.status}
        options={[
          { value: undefined, label: t('anyStatus') },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: t(`delivery.${value}`) })),
        ]}
        onChange={(status) => list.setFilters({ status })}
      />
      <DataTable
        label={t('log.title')}
        result={result}
        list={list}
        columns={columns}
        rowLabel={({ type }) => eventText(t, type)}
        menu={actions.menu}
        empty={{ icon: IconWebhook, title: t('log.empty'), text: t('log.emptyText') }}
      />
      {actions.dialog}
    </PageCard>
  )
}

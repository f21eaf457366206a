import type { TFunction } from 'i18next'
import type { Webhook, WebhookDelivery } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { deliveryLook, webhookLook } from './status'
import { attemptText, eventText, patternText, waitingText } from './words'

type Words = { t: TFunction<'webhooks'>; format: Format }

export const webhookColumns = ({ t, format }: Words): Column<Webhook>[] => [
  {
    id: 'url',
    header: t('field.url'),
    main: true,
    sortable: true,
    width: 280,
    cell: ({ url }) => url,
    below: ({ client_id }) => client_id && t('ofClient'),
  },
  {
    id: 'patterns',
    header: t('field.patterns'),
    width: 240,
    cell: ({ patterns }) => patterns.map((pattern) => patternText(t, pattern)).join(', '),
  },
  {
    id: 'status',
    header: t('field.status'),
    sortable: true,
    width: 150,
    cell: ({ status }) => <StatusBadge status={webhookLook(status, t)} />,
    text: ({ status }) => t(`status.${status}`),
  },
  {
    id: 'waiting',
    header: t('field.waiting'),
    align: 'right',
    roomy: true,
    width: 110,
    cell: (webhook) => waitingText(t, format, webhook),
    text: ({ waiting_count }) => waiting_count,
  },
  {
    id: 'last_success_at',
    header: t('field.last_success_at'),
    width: 166,
    cell: ({ last_success_at }) => (last_success_at ? <Moment at={last_success_at} relative /> : t('never')),
    text: ({ last_success_at }) => (last_success_at ? new Date(last_success_at) : ''),
  },
]

export const deliveryColumns = ({ t, format }: Words): Column<WebhookDelivery>[] => [
  {
    id: 'type',
    header: t('field.event'),
    main: true,
    width: 200,
    cell: ({ type }) => eventText(t, type),
    below: ({ message_id }) => <code>{message_id}</code>,
  },
  {
    id: 'occurred_at',
    header: t('field.occurred_at'),
    sortable: true,
    width: 166,
    cell: ({ occurred_at }) => <Moment at={occurred_at} exact />,
    text: ({ occurred_at }) => new Date(occurred_at),
  },
  {
    id: 'status',
    header: t('field.status'),
    sortable: true,
    width: 200,
    cell: ({ status }) => <StatusBadge status={deliveryLook(status, t)} />,
    text: ({ status }) => t(`delivery.${status}`),
    below: ({ due_at }) => due_at && <Moment at={due_at} relative />,
  },
  {
    id: 'result',
    header: t('field.result'),
    width: 260,
    cell: ({ attempts }) => {
      const last = attempts.at(-1)
      return last && attemptText(t, last)
    },
  },
  {
    id: 'attempts',
    header: t('field.attempts'),
    align: 'right',
    roomy: true,
    width: 100,
    cell: ({ attempt_count }) => format.number(attempt_count),
    text: ({ attempt_count }) => attempt_count,
  },
]

import { WebhookDeliveryStatus, WebhookStatus } from '@/api/schema'
import { listSpec, oneOf } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'

/** In the order of the tabs; none filters nothing. */
export const WEBHOOK_STATUSES = [
  WebhookStatus.Active,
  WebhookStatus.Failing,
  WebhookStatus.Unverified,
  WebhookStatus.Paused,
  WebhookStatus.Disabled,
] as const

export const DELIVERY_STATUSES = [
  WebhookDeliveryStatus.Delivered,
  WebhookDeliveryStatus.Waiting,
  WebhookDeliveryStatus.GivenUp,
  WebhookDeliveryStatus.Held,
] as const

/** Parameters of the list of webhooks in the address. */
export const webhookList = listSpec({
  name: 'webhooks',
  sortable: ['created_at', 'url', 'status'],
  filters: { status: oneOf(WEBHOOK_STATUSES) },
  defaults: {},
})

/** The same of the events of one webhook. */
export const deliveryList = listSpec({
  name: 'webhook-deliveries',
  sortable: ['occurred_at', 'status'],
  filters: { status: oneOf(DELIVERY_STATUSES) },
  defaults: {},
})

export type WebhookListState = ListState<typeof webhookList.defaults>
export type DeliveryListState = ListState<typeof deliveryList.defaults>

import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconPlayerPause,
  IconPlugConnectedX,
  IconSend,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { WebhookDeliveryStatus, WebhookStatus } from '@/api/schema'
import type { StatusLook } from '@/ui/StatusBadge'

type Look = Omit<StatusLook, 'label'>

const LOOKS = {
  [WebhookStatus.Unverified]: { color: 'gray', icon: IconHelpCircle },
  [WebhookStatus.Active]: { color: 'teal', icon: IconCircleCheck },
  [WebhookStatus.Failing]: { color: 'orange', icon: IconAlertTriangle },
  [WebhookStatus.Disabled]: { color: 'red', icon: IconPlugConnectedX },
  [WebhookStatus.Paused]: { color: 'gray', icon: IconPlayerPause },
} satisfies Record<WebhookStatus, Look>

const DELIVERY_LOOKS = {
  [WebhookDeliveryStatus.Due]: { color: 'gray', icon: IconClock },
  [WebhookDeliveryStatus.InFlight]: { color: 'blue', icon: IconSend },
  [WebhookDeliveryStatus.Delivered]: { color: 'teal', icon: IconCircleCheck },
  [WebhookDeliveryStatus.Waiting]: { color: 'orange', icon: IconClock },
  [WebhookDeliveryStatus.GivenUp]: { color: 'red', icon: IconCircleX },
  [WebhookDeliveryStatus.Held]: { color: 'gray', icon: IconPlayerPause },
  [WebhookDeliveryStatus.Cancelled]: { color: 'gray', icon: IconBan },
} satisfies Record<WebhookDeliveryStatus, Look>

export const webhookLook = (status: WebhookStatus, t: TFunction<'webhooks'>): StatusLook => ({
  ...LOOKS[status],
  label: t(`status.${status}`),
})

export const deliveryLook = (status: WebhookDeliveryStatus, t: TFunction<'webhooks'>): StatusLook => ({
  ...DELIVERY_LOOKS[status],
  label: t(`delivery.${status}`),
})

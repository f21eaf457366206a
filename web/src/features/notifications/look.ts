import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react'
import type { Notification } from '@/api/schema'

type Look = { color: string; icon: Icon }

const LOOKS: Record<Notification['data']['notification_status'], Look> = {
  success: { color: 'teal', icon: IconCircleCheck },
  warning: { color: 'yellow', icon: IconAlertTriangle },
  error: { color: 'red', icon: IconAlertCircle },
  info: { color: 'blue', icon: IconInfoCircle },
}

export const isUnderWay = ({ notification_type }: Notification) => notification_type === 'progress'

export const look = (notification: Notification): Look =>
  isUnderWay(notification)
    ? { color: 'blue', icon: IconLoader2 }
    : LOOKS[notification.data.notification_status]

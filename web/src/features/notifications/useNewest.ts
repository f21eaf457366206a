import { useNotificationList } from '@/api/generated/endpoints/notifications/notifications'
import { useLink } from '@/live/link'

const POLL_MS = 15_000

/** The newest notifications and the number of unread ones: for the badge and the toasts. */
export function useNewest(enabled = true) {
  // A live connection tells of a notification at once.
  const isLive = useLink() === 'connected'
  const { data } = useNotificationList(undefined, {
    query: { enabled, refetchInterval: isLive ? false : POLL_MS, refetchOnWindowFocus: true },
    request: { quiet: true },
  })
  return { data: data?.data, unread: data?.meta.unread ?? 0, capped: data?.meta.unread_capped }
}

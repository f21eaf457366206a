import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import {
  getNotificationListQueryKey,
  notificationList,
} from '@/api/generated/endpoints/notifications/notifications'
import type { NotificationListParams, NotificationPage } from '@/api/schema'
import { progressPoll, useLink } from '@/live/link'

const POLL_MS = 15_000

export type Tab = NonNullable<NotificationListParams['tab']>

const isUnderWay = (pages: InfiniteData<NotificationPage> | undefined) =>
  pages?.pages.some(({ data }) => data.some((one) => one.notification_type === 'progress')) ?? false

/** One tab of the list, page by page. */
export function useNotificationPages(tab: Tab, shown: boolean) {
  const pollMs = useLink() === 'connected' ? false : POLL_MS
  return useInfiniteQuery({
    queryKey: [...getNotificationListQueryKey({ tab }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      notificationList({ tab, ...(pageParam && { before: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    enabled: shown,
    staleTime: 0,
    refetchInterval: ({ state }) => progressPoll(isUnderWay(state.data)) || pollMs,
  })
}

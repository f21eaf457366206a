import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import {
  getNotificationListQueryKey,
  notificationList,
  useNotificationList,
} from '@/api/generated/endpoints/notifications/notifications'
import type { NotificationListParams, NotificationPage } from '@/api/schema'
import { useLink } from '@/live/link'

const POLL_MS = 15_000
/** A list with a process under way shows its progress. */
const PROGRESS_MS = 1000

const QUIET = { quiet: true }

export type Tab = NonNullable<NotificationListParams['tab']>

/** A live connection tells of a notification at once; progress is no event. */
const usePollMs = () => (useLink() === 'connected' ? false : POLL_MS)

/** The newest notifications and the number of unread ones: for the badge and the toasts. */
export function useNewest() {
  const pollMs = usePollMs()
  const { data } = useNotificationList(undefined, {
    query: { refetchInterval: pollMs, refetchOnWindowFocus: true },
    request: QUIET,
  })
  return { data: data?.data, unread: data?.meta.unread ?? 0, capped: data?.meta.unread_capped }
}

const isUnderWay = (pages: InfiniteData<NotificationPage> | undefined) =>
  pages?.pages.some(({ data }) => data.some((one) => one.notification_type === 'progress')) ?? false

/** One tab of the list, page by page. */
export function useNotificationPages(tab: Tab, shown: boolean) {
  const pollMs = usePollMs()
  return useInfiniteQuery({
    queryKey: [...getNotificationListQueryKey({ tab }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      notificationList({ tab, ...(pageParam && { before: pageParam }) }, { signal, ...QUIET }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    enabled: shown,
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? PROGRESS_MS : pollMs),
  })
}

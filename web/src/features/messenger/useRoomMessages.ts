import { useInfiniteQuery } from '@tanstack/react-query'
import { getRoomMessageListQueryKey, roomMessageList } from '@/api/generated/endpoints/chat/chat'
import { useLink } from '@/live/link'

const POLL_MS = 5_000

/** The messages of a room in their order: 50 at first, older ones page by page. */
export function useRoomMessages(roomId: string) {
  const pollMs = useLink() === 'connected' ? false : POLL_MS
  const result = useInfiniteQuery({
    queryKey: [...getRoomMessageListQueryKey(roomId), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      roomMessageList(roomId, pageParam > 0 ? { before: pageParam } : undefined, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) => (meta.has_older ? data.at(-1)?.seq : undefined),
    staleTime: 0,
    refetchInterval: pollMs,
  })
  const pages = result.data?.pages
  const newest = pages?.flatMap(({ data }) => data) ?? []
  // A message that arrives between two pages shifts the rest, so one can come twice; each is shown once.
  const messages = [...new Map(newest.map((message) => [message.seq, message])).values()]
  return { ...result, messages: messages.sort((a, b) => a.seq - b.seq) }
}
